/** Reads bytes of a page as text, in the encoding that the page or its server names. */
import type { FetchedPage } from './page-fetcher.ts';

/** Where a page has to name its encoding, if it does. */
const HEAD_BYTES = 1024;

/**
 * Gives the text. A byte order mark wins over the server, the server over the page; where nobody says, it is UTF-8 if
 * it can be, and else what the older web was written in.
 */
export function decodeText({ bytes, charset, mediaType }: FetchedPage): string {
  const named =
    markOf(bytes) ?? charset ?? (mediaType === 'text/plain' ? null : namedInPage(bytes));
  const decoder = named === null ? null : decoderOf(named);
  if (decoder !== null) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

function namedInPage(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES));
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.+-]+)/i.exec(head)?.[1];
  const xml = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:.+-]+)/i.exec(head)?.[1];
  const name = (meta ?? xml)?.toLowerCase() ?? null;
  // Whoever can read this much of it as ASCII does not read UTF-16.
  return name?.startsWith('utf-16') === true ? 'utf-8' : name;
}

function decoderOf(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name);
  } catch {
    return null;
  }
}
