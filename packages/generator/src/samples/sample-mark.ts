/**
 * The first line of samples that are written again until somebody changes them: an entry point of its own, because who
 * scaffolds a project needs no more of the generator.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto';

const MARK = /^# Written by kubewright from the schema, and again until it is changed: ([0-9a-f]{16})\n/;

/** A sample with the line that tells whether somebody has changed it since. */
export function markedSample(content: string): string {
  return `# Written by kubewright from the schema, and again until it is changed: ${digest(content)}\n${content}`;
}

/** Whether the text is a marked sample that nobody has changed. */
export function isUnchangedSample(text: string): boolean {
  const [mark = '', written] = MARK.exec(text) ?? [];
  return written !== undefined && digest(text.slice(mark.length)) === written;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
