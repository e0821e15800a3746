/** What a URL answers, as JSON. Rejects for another status than success, and redirects: nobody is to be led elsewhere. */
export async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(url, { signal, redirect: 'error' });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`${url} answers with status ${answer.status}`);
  }
  return answer.json();
}
