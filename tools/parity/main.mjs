// npm run parity: writes docs/runtime-parity.md, and says what is wrong with the tables it comes from.
import { writeFileSync } from 'node:fs';
import { DOCUMENT, documentText, problems } from './document.mjs';

writeFileSync(DOCUMENT, documentText());
const found = problems();
for (const problem of found) console.error(problem);
if (found.length > 0) process.exitCode = 1;
