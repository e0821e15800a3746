import type { Change, FollowChanges, FollowOptions, StoredObject } from './changes.js';

interface WatchLine {
  result?: { events?: Array<{ type?: 'DELETE'; kv: { key: string; value?: string; mod_revision: string } }> };
}

/** @param etcdUrl its gateway answers JSON under /v3; the API server must store JSON. */
export function etcdChanges(etcdUrl: string): FollowChanges {
  return async (options) => {
    const { prefix, signal } = options;
    const key = Buffer.from(prefix);
    const end = Buffer.from(key);
    end[end.length - 1] = (end[end.length - 1] ?? 0) + 1;
    const created = { key: key.toString('base64'), range_end: end.toString('base64') };
    const response = await fetch(`${etcdUrl}/v3/watch`, {
      method: 'POST',
      body: JSON.stringify({ create_request: created }),
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`etcd's gateway answered ${response.status}`);
    void read(response.body, options);
  };
}

async function read(
  stream: ReadableStream<Uint8Array>,
  { onChange, onEnd, signal }: FollowOptions,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) for (const change of changesOf(line)) onChange(change);
    }
    if (!signal.aborted) onEnd('etcd closed its watch');
  } catch (error) {
    if (!signal.aborted) onEnd(String(error));
  }
}

function changesOf(line: string): Change[] {
  if (line.trim() === '') return [];
  const { result } = JSON.parse(line) as WatchLine;
  return (result?.events ?? []).map(({ type, kv }) => ({
    revision: Number(kv.mod_revision),
    key: Buffer.from(kv.key, 'base64').toString(),
    object:
      type === 'DELETE' || kv.value === undefined
        ? undefined
        : (JSON.parse(Buffer.from(kv.value, 'base64').toString()) as StoredObject),
  }));
}
