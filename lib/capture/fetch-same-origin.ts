import { readBytes } from '../memory-client/response-body.ts';

const timeoutMs = 4_000;
const maxBytes = 4_000_000;

/**
 * Fetches a text file. Returns null if it's on another origin or redirects to one, is too large or slow, or can't be
 * fetched.
 */
export async function fetchSameOriginText(url: string, origin: string): Promise<string | null> {
  if (URL.parse(url)?.origin !== origin) return null;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { mode: 'same-origin', credentials: 'same-origin', signal });
    if (!response.ok || response.body === null) return null;
    const bytes = await readBytes(response, { maxBytes, signal });
    return signal.aborted || typeof bytes === 'string' ? null : await new Response(bytes).text();
  } catch {
    // The page can be saved without its captions.
    return null;
  }
}
