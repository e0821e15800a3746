// Asks controller-gen's packages what they make of the markers and comments in marker-cases.mjs, and writes both to the
// test data of the generator. Needs Go. Run: npm run record:markers && npm run format
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { comments, markers } from './marker-cases.mjs';

const OUTPUT = new URL('../../packages/generator/src/markers/testdata/controller-gen.json', import.meta.url);

const input = {
  markers,
  comments: comments.map((lines) => ({
    comment: lines.map((line) => (line === '' ? '//' : `// ${line}`)).join('\n'),
  })),
};
const answer = JSON.parse(
  execFileSync('go', ['run', '.'], {
    cwd: new URL('markers', import.meta.url),
    input: JSON.stringify(input),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  }),
);

const rows = {
  markers: answer.markers.map(({ target, line, name, value, named, error }) => ({
    target,
    line,
    ...(name === undefined ? {} : error === undefined ? { name, value: named ?? value } : { name, error }),
  })),
  comments: answer.comments.map(({ text, markers: names }, index) => ({
    lines: comments[index],
    text,
    markers: names,
  })),
};
await writeFile(OUTPUT, `${JSON.stringify(rows, null, 2)}\n`);
