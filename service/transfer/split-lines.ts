/** Cuts a stream of bytes into lines, holding one line at a time. */
import { err, ok, type Result } from '../../lib/contracts/result.ts';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const NEW_LINE = 10;

/** Gives the lines without their ends; `too-long` ends it, since the rest of such a line is not read. */
export async function* splitLines(
  bytes: Bytes,
  maxBytes: number,
): AsyncGenerator<Result<Uint8Array, 'too-long'>> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(NEW_LINE, from);
      const piece = chunk.subarray(from, at === -1 ? chunk.length : at);
      length += piece.length;
      if (length > maxBytes) {
        yield err('too-long');
        return;
      }
      held.push(piece);
      if (at === -1) break;
      yield ok(joined(held, length));
      held = [];
      length = 0;
      from = at + 1;
    }
  }
  if (length > 0) yield ok(joined(held, length));
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
