const timeoutMs = 4_000;
const maxBytes = 4_000_000;

/** Null if the file isn't of this origin, redirects, is too large or slow, or can't be fetched. Stores nothing. */
export async function fetchSameOriginText(url: string, origin: string): Promise<string | null> {
  if (URL.parse(url)?.origin !== origin) return null;
  try {
    const response = await fetch(url, {
      mode: 'same-origin',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok || response.body === null) return null;
    return await readBounded(response.body);
  } catch {
    // The page can be saved without its captions.
    return null;
  }
}

async function readBounded(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
