// docs/runtime-parity.md from tests/parity: which situations of other projects' suites are covered here, and by what.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const DOCUMENT = path.join(root, 'docs/runtime-parity.md');

const SOURCES = [
  {
    folder: 'controller-runtime',
    title: 'controller-runtime v0.25.2',
    words: 'Every `It`, `Entry` and `Test` of its packages, by file.',
  },
  {
    folder: 'java-operator-sdk',
    title: 'Java Operator SDK',
    words: 'Every integration test (`*IT`) of its repository, as of August 2026.',
  },
];

/**
 * The tables, one a file: `{ source, file, rows }`. A row is `{ situation, test: 'FILE > TITLE' }` (or several tests), or
 * `{ situation, reason }` where it does not apply.
 */
function readTables(folder) {
  const place = path.join(root, 'tests/parity', folder);
  return readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, ...JSON.parse(readFileSync(path.join(place, name), 'utf8')) }));
}

const testsOf = ({ test }) => (test === undefined ? [] : [test].flat());

/** What is wrong with the tables, one sentence each. */
export function problems() {
  const texts = new Map();
  const textOf = (file) => {
    if (!texts.has(file)) {
      const absolute = path.join(root, file);
      texts.set(file, existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined);
    }
    return texts.get(file);
  };
  const found = [];
  for (const { folder } of SOURCES)
    for (const { name, rows } of readTables(folder))
      for (const row of rows) {
        const where = `${folder}/${name}: ${row.situation}`;
        const tests = testsOf(row);
        if (tests.length === 0 && !(row.reason?.trim().length > 0))
          found.push(`${where}: neither test nor reason`);
        for (const test of tests) {
          const [file, title] = test.split(' > ');
          const text = textOf(file);
          if (text === undefined) found.push(`${where}: there is no ${file}`);
          else if (
            title === undefined ||
            (!text.includes(title.replaceAll("'", "\\'")) && !text.includes(title))
          )
            found.push(`${where}: ${file} has no test ${JSON.stringify(title)}`);
        }
      }
  return found;
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

/** The whole document. */
export function documentText() {
  const parts = [
    '# Runtime parity',
    '',
    'The suites of two frameworks are our checklist of edge cases: the situations, not the code. Each row names the test',
    'here that covers the situation, or says why it does not apply. Written by `npm run parity` from `tests/parity`; a',
    'check sees to it that every test named exists and no row is empty.',
    '',
  ];
  for (const { folder, title, words } of SOURCES) {
    const tables = readTables(folder);
    const rows = tables.flatMap((table) => table.rows);
    const covered = rows.filter((row) => testsOf(row).length > 0).length;
    parts.push(
      `## ${title}`,
      '',
      `${words} ${rows.length} situations: ${covered} covered by tests here, ${rows.length - covered} do not apply.`,
      '',
    );
    for (const table of tables) {
      parts.push(`### ${table.file}`, '', '| situation | here |', '| --- | --- |');
      for (const row of table.rows) {
        const tests = testsOf(row).map((test) => {
          const [file, name] = test.split(' > ');
          return `[${path.basename(file)}](../${file}): ${cell(name)}`;
        });
        const here = tests.length > 0 ? tests.join('; ') : `_${cell(row.reason ?? '')}_`;
        parts.push(`| ${cell(row.situation)} | ${here} |`);
      }
      parts.push('');
    }
  }
  return parts.join('\n');
}
