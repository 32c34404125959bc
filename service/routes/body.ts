/** Reads a JSON body, with a bound on its size. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** JSON may write one character of the content as six, and the metadata comes beside it. */
const MAX_BODY_BYTES = 6 * serviceLimits.contentBytes + 256 * 1024;

/** Reads the body whatever its declared type; what is no JSON is `malformed`, what is too large is `invalid`. */
export async function jsonBody(
  request: Request,
  limit = MAX_BODY_BYTES,
): Promise<Result<unknown, Refusal>> {
  const bytes = await boundedBytes(request, limit);
  if (!bytes.ok) return bytes;
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value)));
  } catch {
    return refuse('malformed', 'The body is not JSON in UTF-8.');
  }
}

/** Reads the body, unless it is larger than the limit: then it is `invalid`. */
export async function boundedBytes(
  request: Request,
  limit: number,
): Promise<Result<Uint8Array, Refusal>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Firefox's requests have no `body` to read piece by piece.
  const pieces = request.body ?? [new Uint8Array(await request.arrayBuffer())];
  for await (const chunk of pieces) {
    length += chunk.byteLength;
    if (length > limit) return tooLarge(limit);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return ok(bytes);
}

function tooLarge(limit: number): { readonly ok: false; readonly error: Refusal } {
  return refuse('invalid', `The body is larger than ${limit} bytes.`, { limit });
}
