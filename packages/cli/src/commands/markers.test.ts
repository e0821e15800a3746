import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMarkerRegistry } from '@kubewright/generator';
import { createProgram } from '../program.js';
import type { CommandIo } from '../io/terminal.js';

async function run(...args: string[]): Promise<string> {
  let text = '';
  const output = { write: (part: string) => (text += part), columns: 100 };
  const io = { stdout: output, stderr: output, env: {}, cwd: '/' } as unknown as CommandIo;
  await createProgram(io, () => undefined).parseAsync(['markers', ...args], { from: 'user' });
  return text;
}

describe('kubewright markers', () => {
  test('lists all of them', async () => {
    const text = await run();
    for (const { name } of createMarkerRegistry().definitions) expect(text).toContain(`+${name}`);
  });

  test('explains those that are named, each once', async () => {
    const text = await run('+optional', '@optional', 'listType');
    expect(text.match(/^\S.*/gm)).toEqual(['+optional', '+listType=map|set|atomic']);
  });

  test('lists a family', async () => {
    const text = await run('kubebuilder:validation:items');
    expect(text.match(/^\S.*/gm)).toEqual(['Validation of items']);
  });

  test('writes definitions as JSON', async () => {
    const [definition, ...others] = JSON.parse(
      await run('kubebuilder:validation:Minimum', '-o', 'json'),
    ) as unknown[];
    expect(others).toEqual([]);
    expect(definition).toMatchObject({
      name: 'kubebuilder:validation:Minimum',
      tags: ['minimum'],
      targets: ['type', 'field'],
      arguments: { form: 'value', argument: { type: 'number' } },
    });
  });

  test('writes docs/markers.md', async () => {
    const document = readFileSync(new URL('../../../../docs/markers.md', import.meta.url), 'utf8');
    expect(await run('--output', 'markdown')).toBe(document);
  });

  test.each([
    [['printcolum'], 'no marker is called "printcolum" (did you mean printcolumn?)'],
    [['@minmum'], 'no marker is called "@minmum" (did you mean @minimum?)'],
    [['zzz'], 'no marker is called "zzz" (`kubewright markers` lists all of them)'],
  ])('%j is told in one sentence', async (args, message) => {
    await expect(run(...args)).rejects.toMatchObject({ code: 'InvalidArgument', message });
  });
});
