import { CliError } from '../errors.js';

/** Questions to whoever sits at the terminal. Each rejects with CliError 'Cancelled' when the answer is Ctrl-C. */
export interface Prompts {
  /** A line of text; asked again while `fault` says what is wrong with it. */
  text(question: TextQuestion): Promise<string>;
  confirm(question: { readonly message: string; readonly initial: boolean }): Promise<boolean>;
  select<T extends string>(question: SelectQuestion<T>): Promise<T>;
}

export interface TextQuestion {
  readonly message: string;
  /** The answer when nothing is typed. */
  readonly initial?: string;
  readonly fault?: (answer: string) => string | undefined;
}

export interface SelectQuestion<T extends string> {
  readonly message: string;
  readonly options: ReadonlyArray<{ readonly value: T; readonly label: string; readonly hint?: string }>;
}

/** On the process's terminal; the library is loaded by the first question. */
export function terminalPrompts(): Prompts {
  return {
    text: async ({ message, initial, fault }) => {
      const { text } = await import('@clack/prompts');
      const given = (answer: string | undefined): string =>
        answer === undefined || answer === '' ? (initial ?? '') : answer.trim();
      const answer: string | symbol = await text({
        message,
        ...(initial === undefined ? {} : { placeholder: initial, defaultValue: initial }),
        validate: (typed) => fault?.(given(typed)),
      });
      return given(await answered<string>(answer));
    },
    confirm: async ({ message, initial }) => {
      const { confirm } = await import('@clack/prompts');
      const answer: boolean | symbol = await confirm({ message, initialValue: initial });
      return answered(answer);
    },
    select: async <T extends string>({ message, options }: SelectQuestion<T>) => {
      const { select } = await import('@clack/prompts');
      const answer: string | symbol = await select<string>({
        message,
        options: options.map((option) => ({ ...option })),
      });
      return (await answered(answer)) as T;
    },
  };
}

async function answered<T>(answer: T | symbol): Promise<T> {
  const { isCancel } = await import('@clack/prompts');
  if (isCancel(answer)) throw new CliError('Cancelled', 'cancelled: nothing was written');
  return answer as T;
}
