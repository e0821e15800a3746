import { CliError } from '../errors.js';

/**
 * The documents of a YAML or JSON text, as plain values; an empty document is null.
 *
 * @throws CliError 'InvalidManifest' naming the source, the line and what is wrong
 */
export async function yamlDocuments(text: string, source: string): Promise<unknown[]> {
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents)) return [];
  return documents.map((document): unknown => {
    const [error] = document.errors;
    if (error !== undefined)
      throw new CliError('InvalidManifest', `${source}: ${error.message.split('\n')[0] ?? 'malformed YAML'}`);
    return document.toJS();
  });
}
