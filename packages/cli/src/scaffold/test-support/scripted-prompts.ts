import type { Prompts } from '../../io/prompts.js';

/** Somebody at the terminal who gives answers by the beginning of the question; an unexpected question is an error. */
export function scriptedPrompts(
  answers: Readonly<Record<string, string | boolean>>,
): Prompts & { asked: string[] } {
  const asked: string[] = [];
  const answer = (message: string): string | boolean => {
    asked.push(message);
    const found = Object.entries(answers).find(([start]) => message.startsWith(start));
    if (found === undefined) throw new Error(`unexpected question: ${message}`);
    return found[1];
  };
  return {
    asked,
    text: ({ message, initial, fault }) => {
      const given = String(answer(message));
      const text = given === '' ? (initial ?? '') : given;
      const wrong = fault?.(text);
      return wrong === undefined ? Promise.resolve(text) : Promise.reject(new Error(wrong));
    },
    confirm: ({ message }) => Promise.resolve(answer(message) === true),
    select: ({ message, options }) => {
      const chosen = answer(message);
      const option = options.find(({ value }) => value === chosen);
      return option === undefined
        ? Promise.reject(new Error(`no such option: ${chosen}`))
        : Promise.resolve(option.value);
    },
  };
}
