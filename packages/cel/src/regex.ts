import { RE2JS } from 're2js';

/**
 * Go's regular expressions, which take linear time. A text: what is wrong with the pattern, in Go's words
 * (`error parsing regexp: missing closing ): ...`).
 */
export const compileRegex = (pattern: string): RE2JS | string => {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
