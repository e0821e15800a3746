import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import { CliError } from '../errors.js';
import type { CommandIo } from '../io/terminal.js';

/** A text, and what to call it in messages. */
export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** What is worth reading in a folder of many other things: templates of charts are not even YAML. */
const OF_INTEREST = /\bCustomResourceDefinition(?:List)?\b|["']?openapi["']?\s*:/;

/**
 * The texts of a source: of a file, of all YAML and JSON files below a folder that may hold definitions, of an address,
 * or of standard input for `-`.
 *
 * @throws CliError 'CannotRead' naming the source
 */
export async function readSource(source: string, io: CommandIo): Promise<SourceText[]> {
  if (source === '-') return [{ name: 'standard input', text: await readStandardInput(io) }];
  if (/^https?:\/\//.test(source)) return [{ name: source, text: await download(source, io.signal) }];
  const file = path.resolve(io.cwd, source);
  try {
    if (!(await stat(file)).isDirectory()) return [{ name: source, text: await readFile(file, 'utf8') }];
    const texts: SourceText[] = [];
    for (const name of await filesBelow(file)) {
      const text = await readFile(path.join(file, name), 'utf8');
      if (OF_INTEREST.test(text)) texts.push({ name: path.join(source, name), text });
    }
    return texts;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'there is no such file or folder' : message;
    throw new CliError('CannotRead', `cannot read ${source}: ${what}`, { cause });
  }
}

async function readStandardInput(io: CommandIo): Promise<string> {
  if (io.stdin === undefined || io.stdin.isTTY === true)
    throw new CliError('CannotRead', 'nothing is piped into the command: "-" reads standard input');
  return textOfStream(io.stdin);
}

async function download(address: string, signal: AbortSignal): Promise<string> {
  let response: Response;
  try {
    response = await fetch(address, {
      signal,
      headers: { accept: 'application/json, application/yaml, */*' },
    });
    if (response.ok) return await response.text();
  } catch (cause) {
    if (signal.aborted) throw cause;
    const reason =
      (cause as Error).cause instanceof Error ? ((cause as Error).cause as Error) : (cause as Error);
    throw new CliError('CannotRead', `cannot read ${address}: ${reason.message}`, { cause });
  }
  throw new CliError(
    'CannotRead',
    `cannot read ${address}: the server answers ${response.status} ${response.statusText}`.trimEnd(),
  );
}

/** Relative names of YAML and JSON files, sorted; what is hidden or installed is passed over. */
async function filesBelow(folder: string, within = ''): Promise<string[]> {
  const names: string[] = [];
  const entries = await readdir(path.join(folder, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.join(within, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) names.push(...(await filesBelow(folder, name)));
    else if (/\.(?:ya?ml|json)$/.test(entry.name)) names.push(name);
  }
  return names;
}
