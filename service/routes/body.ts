/** Reads a JSON body, with a bound on its size. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** JSON may write one character of the content as six, and the metadata comes beside it. */
const MAX_BODY_BYTES = 6 * serviceLimits.contentBytes + 256 * 1024;

/** Reads the body whatever its declared type; what is no JSON is `malformed`, what is too large is `invalid`. */
export async function jsonBody(request: Request): Promise<Result<unknown, Refusal>> {
  const bytes = await boundedBytes(request);
  if (!bytes.ok) return bytes;
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value)));
  } catch {
    return refuse('malformed', 'The body is not JSON in UTF-8.');
  }
}

async function boundedBytes(request: Request): Promise<Result<Uint8Array, Refusal>> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Firefox's requests have no `body` to read piece by piece.
  const pieces = request.body ?? [new Uint8Array(await request.arrayBuffer())];
  for await (const chunk of pieces) {
    length += chunk.byteLength;
    if (length > MAX_BODY_BYTES) return tooLarge();
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

function tooLarge(): { readonly ok: false; readonly error: Refusal } {
  return refuse('invalid', `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
    limit: MAX_BODY_BYTES,
  });
}
