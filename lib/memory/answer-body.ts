/** The body of an answer, read as a stream and no further than a cap. */
import { isDeeperThan } from './shapes/json.ts';

export type AnswerBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'html' }
  | { readonly kind: 'text' }
  /** Longer or deeper than any answer of the contract. */
  | { readonly kind: 'too-large' }
  /** The connection ended before the body did. */
  | { readonly kind: 'broken' };

/** Reads and parses the body; `signal` ends the reading, after which the outcome is nobody's. */
export async function readAnswerBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<AnswerBody> {
  const bytes = await readBytes(response, { maxBytes, signal });
  if (bytes === 'too-large' || bytes === 'broken') return { kind: bytes };
  // A response decodes as the platform does: UTF-8, without its byte order mark.
  const text = await new Response(bytes).text();
  if (text.trim() === '') return { kind: 'empty' };
  const value = parseAny(text);
  if (value !== undefined) {
    return isDeeperThan(maxDepth, value) ? { kind: 'too-large' } : { kind: 'json', value };
  }
  const isHtml = response.headers.get('content-type')?.includes('html') ?? false;
  return { kind: isHtml || text.trimStart().startsWith('<') ? 'html' : 'text' };
}

/** Lets go of a body that nobody will read. */
export function discardBody(response: Response): void {
  // A body that is already errored or locked has nothing left to let go of.
  response.body?.cancel().catch(() => undefined);
}

/** Levels of arrays and objects in each other; beyond, the functions that walk an answer could exhaust the stack. */
const maxDepth = 200;

interface Reading {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Told of each piece as it comes; true ends the reading, and the rest is let go of. */
  readonly isEnough?: (piece: Uint8Array) => boolean;
}

/** Reads the bytes of a body, no further than the cap. */
export async function readBytes(response: Response, { maxBytes, signal, isEnough }: Reading) {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return join(chunks, size);
      size += value.byteLength;
      if (size > maxBytes) {
        cancel();
        return 'too-large';
      }
      chunks.push(value);
      if (isEnough?.(value) === true) {
        cancel();
        return join(chunks, size);
      }
    }
  } catch {
    return 'broken';
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** Parses; undefined where the text is no JSON, or nests deeper than any answer of the contract. */
export function parseJson(text: string): unknown {
  const value = parseAny(text);
  return isDeeperThan(maxDepth, value) ? undefined : value;
}

function parseAny(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
