import { KubeconfigError } from './errors.js';
import { checkShape } from './shape.js';
import type { KubeconfigFile } from './types.js';

/**
 * Reads the text of a kubeconfig, YAML or JSON. A syntax error is told by place and kind only: the parser's own words
 * may quote a secret.
 */
export async function parseKubeconfig(
  text: string,
  origin: { source: string; directory: string },
): Promise<KubeconfigFile> {
  // A file that a program wrote is often JSON, for which the YAML library need not be loaded.
  return checkShape(parseJson(text) ?? (await parseYaml(text, origin.source)), origin);
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function parseYaml(text: string, source: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    const what = error.code.toLowerCase().replaceAll('_', ' ');
    throw malformed(source, `at line ${line}, column ${col} (${what})`);
  }
  try {
    return document.toJS();
  } catch {
    throw malformed(source, '(an alias without its anchor)');
  }
}

function malformed(source: string, where: string): KubeconfigError {
  return new KubeconfigError(
    'MalformedYaml',
    `${source} is not valid YAML ${where}: check indentation and quotes there`,
  );
}
