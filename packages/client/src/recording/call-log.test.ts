import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCallLog, readCallLog } from './call-log.js';
import type { RecordedCall } from './recorded-call.js';

const call = (verb: string, more: Partial<RecordedCall> = {}): RecordedCall => ({
  verb,
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: 'ns',
  name: '',
  path: '',
  ...more,
});

describe('a record of calls', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'kubewright-calls-'));
  });
  afterAll(() => rm(root, { recursive: true }));

  it('is on disk before it is closed, and is appended to', async () => {
    const file = path.join(root, 'a', 'calls.jsonl');
    const first = openCallLog(file);
    first.append(call('get'));
    expect(await readCallLog(file)).toEqual([call('get')]);
    const second = openCallLog(file);
    second.append(call('list'));
    first.append(call('get'));
    first.close();
    second.close();
    expect(await readCallLog(file)).toEqual([call('get'), call('list')]);
  });

  it('is a file for each process in a folder', async () => {
    const folder = path.join(root, 'calls');
    for (const pid of [7, 8]) {
      const log = openCallLog(folder, { pid });
      log.append(call(pid === 7 ? 'get' : 'create'));
      log.close();
    }
    await writeFile(path.join(folder, 'README.md'), 'not a record');
    expect((await readdir(folder)).sort()).toEqual(['README.md', 'calls-7.jsonl', 'calls-8.jsonl']);
    expect(await readCallLog(folder)).toEqual([call('get'), call('create')]);
  });

  it('keeps everything that a call says', async () => {
    const file = path.join(root, 'whole.jsonl');
    const calls = [
      call('get', { resource: '', namespace: '', path: '/version' }),
      call('patch', { impersonate: { username: 'jane', groups: ['a'] } }),
      call('escalate', { resource: 'roles', unlessHeld: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] }),
      call('update', {
        subresource: 'finalizers',
        name: 'n',
        plugin: 'OwnerReferencesPermissionEnforcement',
      }),
    ];
    const log = openCallLog(file);
    calls.forEach((one) => log.append(one));
    log.close();
    expect(await readCallLog(file)).toEqual(calls);
  });

  it('may end in a line that was cut off, and nowhere else', async () => {
    const file = path.join(root, 'cut.jsonl');
    const log = openCallLog(file);
    log.append(call('get'));
    log.close();
    await appendFile(file, '{"verb":"li');
    expect(await readCallLog(file)).toEqual([call('get')]);
    await appendFile(file, '\n{"verb":"list","group":"","resource":"pods"}\n');
    await expect(readCallLog(file)).rejects.toMatchObject({
      code: 'InvalidLine',
      message: `${file}:2: not a recorded call: {"verb":"li`,
    });
  });

  it('names what cannot be written or read', async () => {
    const file = path.join(root, 'file');
    await writeFile(file, '');
    expect(() => openCallLog(path.join(file, 'below', 'calls.jsonl'))).toThrow(
      expect.objectContaining({ code: 'CannotWrite' }),
    );
    await mkdir(path.join(root, 'taken.jsonl'));
    const log = openCallLog(path.join(root, 'taken.jsonl'), { pid: 1 });
    expect(log.file).toBe(path.join(root, 'taken.jsonl', 'calls-1.jsonl'));
    log.close();
    await expect(readCallLog(path.join(root, 'none'))).rejects.toMatchObject({
      code: 'CannotRead',
      message: expect.stringContaining(path.join(root, 'none')) as string,
    });
  });
});
