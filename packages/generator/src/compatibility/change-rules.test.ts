import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHANGE_RULES, changeRule } from './change-rules.js';
import type { ChangeCode } from './change-rules.js';

const file = path.resolve(import.meta.dirname, '../../../../docs/compatibility.md');
const [BEGIN, END] = ['<!-- rules: generated -->\n', '\n<!-- end of rules -->'];

const SEVERITIES = {
  breaksObjects: 'stored objects',
  breaksClients: 'clients',
  tightened: 'clients, or stored objects (below)',
  warning: 'warning',
  harmless: 'harmless',
};

/** One row for each rule, with columns as wide as prettier makes them. */
function table(): string {
  const rows = (Object.keys(CHANGE_RULES) as ChangeCode[]).map((code) => {
    const { severity, title, effect } = changeRule(code);
    return [`\`${code}\``, title, SEVERITIES[severity], effect];
  });
  const head = ['code', 'change', 'breaks', 'what becomes of it'];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

describe('docs/compatibility.md', () => {
  it('has every rule (UPDATE_GOLDEN=1 writes them)', async () => {
    const text = await readFile(file, 'utf8');
    const [before = '', rest = ''] = text.split(BEGIN);
    const [, after = ''] = rest.split(END);
    const expected = `${before}${BEGIN}\n${table()}\n${END}${after}`;
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, expected);
    else expect(text).toBe(expected);
  });
});
