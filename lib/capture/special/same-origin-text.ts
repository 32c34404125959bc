/** Fetches a small text that belongs to the page, as the page itself could. */

const longestWaitMs = 4_000;
const mostBytes = 4_000_000;

/**
 * Gives a text of the page's own origin; null where it is of another, redirects there, is too long, takes too long or
 * cannot be had. No credentials but those the page would send, and nothing is stored.
 */
export async function sameOriginText(url: string, origin: string): Promise<string | null> {
  if (URL.parse(url)?.origin !== origin) return null;
  try {
    const response = await fetch(url, {
      mode: 'same-origin',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(longestWaitMs),
    });
    if (!response.ok || response.body === null) return null;
    return await boundedText(response.body);
  } catch {
    // Without captions the page is kept all the same.
    return null;
  }
}

async function boundedText(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    // One piece after the other: this is one text.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
