import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markersMarkdown } from './markdown-reference.js';
import { readExample } from './test-support/examples.js';
import { registry } from './test-support/reading.js';

describe('docs/markers.md', () => {
  const document = readFileSync(new URL('../../../../docs/markers.md', import.meta.url), 'utf8');

  test('is what `npm run generate:markers` writes', () => {
    expect(document).toBe(markersMarkdown(registry));
  });

  test('names every marker, argument and tag', () => {
    for (const { name, tags = [], aliases = [], arguments: args } of registry.definitions) {
      expect(document).toContain(`\`+${name}`);
      for (const other of [...aliases.map((alias) => `+${alias}`), ...tags.map((tag) => `@${tag}`)])
        expect(document).toContain(`\`${other}\``);
      if (args.form === 'named')
        for (const argument of Object.keys(args.named)) expect(document).toContain(`| \`${argument}\``);
    }
  });

  test('has no TypeScript of which anything is misread', () => {
    const blocks = [...document.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    expect(blocks.length).toBeGreaterThan(60);
    for (const block of blocks) expect(readExample(block).problems).toEqual([]);
  });
});

describe('the example', () => {
  test.each(registry.definitions.map((definition) => [definition.name, definition] as const))(
    'of +%s shows the marker where it may stand',
    (name, { example, withoutEffect, targets }) => {
      const { problems, markers } = readExample(example);
      expect(problems).toEqual([]);
      const shown = markers.filter((marker) => marker.name === name);
      expect(shown.length > 0).toBe(withoutEffect !== true);
      for (const { target } of shown) expect(targets).toContain(target);
    },
  );
});
