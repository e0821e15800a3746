import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'vitest';
import { decodeProtobuf, encodeProtobuf } from './codec.js';

const folder = process.env.PBDIR ?? '/work/shared/oracles/kubernetes-objects';
it('explore', () => {
  const counts = { same: 0, bytes: 0, total: 0 };
  for (const f of readdirSync(folder).filter((f) => f.endsWith('.pb'))) {
    counts.total++;
    const pb = readFileSync(path.join(folder, f));
    const json = JSON.parse(readFileSync(path.join(folder, f.replace('.pb', '.json')), 'utf8'));
    try {
      const decoded = decodeProtobuf(pb);
      const diffs: string[] = [];
      diff(decoded, json, '', diffs);
      if (diffs.length === 0) counts.same++;
      else console.log(f, diffs.slice(0, 6).join('\n   '), diffs.length);
      const enc = encodeProtobuf(json);
      if (Buffer.compare(enc, pb) === 0) counts.bytes++;
      else {
        let i = 0; while (enc[i] === pb[i]) i++;
        if (diffs.length === 0) console.log('BYTES', f, enc.length, pb.length, i, JSON.stringify(Buffer.from(enc.subarray(i - 20, i + 20)).toString('latin1')), JSON.stringify(pb.subarray(i - 20, i + 20).toString('latin1')));
      }
    } catch (e) { console.log('ERR', f, (e as Error).message); }
  }
  console.log(counts);
});
function diff(a: any, b: any, at: string, out: string[]): void {
  if (typeof a === 'object' && a && typeof b === 'object' && b) {
    for (const k of new Set([...Object.keys(a), ...Object.keys(b)])) diff(a[k], b[k], `${at}.${k}`, out);
  } else if (a !== b) out.push(`${at}: pb=${JSON.stringify(a)} json=${JSON.stringify(b)}`.slice(0, 200));
}
