import { joinBytes } from '../async/bytes.ts';
import { anyJson, isDeeperThan } from './json.ts';

export type ResponseBody =
  | { readonly kind: 'empty' }
  /** `status` overrides the HTTP status, which was sent before the outcome was known. */
  | { readonly kind: 'json'; readonly value: unknown; readonly status?: number }
  | { readonly kind: 'html' }
  | { readonly kind: 'text' }
  /** The body is longer or more deeply nested than any response in the contract. */
  | { readonly kind: 'too-large' }
  /** The connection closed before the body was complete. */
  | { readonly kind: 'broken' };

/** Reads and classifies a response's body. Once `signal` aborts, the result is meaningless. */
export async function readResponseBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ResponseBody> {
  const bytes = await readBytes(response, { maxBytes, signal });
  if (bytes === 'too-large' || bytes === 'broken') return { kind: bytes };
  // `Response` decodes UTF-8 and drops the byte order mark.
  const text = await new Response(bytes).text();
  if (text.trim() === '') return { kind: 'empty' };
  const value = anyJson(text);
  if (value !== undefined) {
    return isDeeperThan(maxDepth, value) ? { kind: 'too-large' } : { kind: 'json', value };
  }
  const isHtml = response.headers.get('content-type')?.includes('html') ?? false;
  return { kind: isHtml || text.trimStart().startsWith('<') ? 'html' : 'text' };
}

export function discardBody(response: Response): void {
  // Fails only if the body is errored or locked, and then there is nothing to cancel.
  response.body?.cancel().catch(() => undefined);
}

/** Deeper nesting of arrays and objects might overflow the stack. */
const maxDepth = 200;

interface Reading {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called with each chunk. Returning true stops reading and cancels the rest. */
  readonly isEnough?: (piece: Uint8Array) => boolean;
}

export async function readBytes({ body }: Response, { maxBytes, signal, isEnough }: Reading) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop cancels the rest, and so does the signal, even if `fetch` ignored it.
    for await (const chunk of body?.pipeThrough(new TransformStream(), { signal }) ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) return 'too-large';
      chunks.push(chunk);
      if (isEnough?.(chunk) === true) break;
    }
    return joinBytes(chunks);
  } catch {
    return 'broken';
  }
}

/** Returns undefined if the JSON is invalid or too deeply nested. */
export function parseJson(text: string): unknown {
  const value = anyJson(text);
  return isDeeperThan(maxDepth, value) ? undefined : value;
}
