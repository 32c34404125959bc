/** Reads a form with a file as it arrives: the file is never held whole. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';

export interface Upload {
  /** What the form's own fields before the file say. */
  readonly fields: URLSearchParams;
  readonly file: AsyncIterable<Uint8Array>;
  /** Lets what was not read go by, so that the browser gets the answer; it listens only when all is sent. */
  readonly leave: () => Promise<void>;
}

/** A field before the file, or the head of a part. */
const MAX_FIELD_BYTES = 4096;
const MAX_FIELDS = 8;
const encoder = new TextEncoder();
const HEAD_END = encoder.encode('\r\n\r\n');

/** Gives the form's fields, and its file, which has to come after them. */
export async function readUpload(request: Request): Promise<Result<Upload, Refusal>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";,\s]{1,70})"?/i.exec(type)?.[1];
  if (boundary === undefined || request.body === null) return noUpload();
  const bytes = new ByteSource(request.body);
  // As if a line break stood before the first boundary, so that all are found alike.
  bytes.putBack(encoder.encode('\r\n'));
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const fields = new URLSearchParams();
  const refuseRest = async () => {
    await bytes.leave();
    return noUpload();
  };
  if ((await bytes.readTo(delimiter, MAX_FIELD_BYTES)) === null) return refuseRest();
  for (let parts = 0; parts < MAX_FIELDS; parts += 1) {
    const head = textOf(await bytes.readTo(HEAD_END, MAX_FIELD_BYTES));
    const name = head === null ? undefined : /\bname="([^"]*)"/.exec(head)?.[1];
    if (head === null || name === undefined) return refuseRest();
    if (/\bfilename\*?=/.test(head)) {
      return ok({ fields, file: bytes.streamTo(delimiter), leave: () => bytes.leave() });
    }
    const value = textOf(await bytes.readTo(delimiter, MAX_FIELD_BYTES));
    if (value === null) return refuseRest();
    fields.append(name, value);
  }
  return refuseRest();
}

function noUpload(): { readonly ok: false; readonly error: Refusal } {
  return refuse('malformed', 'This is no form with a file.');
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Bytes of which some have been looked at and not taken. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  putBack(bytes: Uint8Array): void {
    this.#held = joined(bytes, this.#held);
  }

  /** Gives what stands before the delimiter and passes over it; null where it does not come within the limit. */
  async readTo(delimiter: Uint8Array, limit: number): Promise<Uint8Array | null> {
    for (;;) {
      const at = indexOf(this.#held, delimiter);
      if (at !== -1) return this.#take(at, delimiter.length);
      if (this.#held.length > limit || !(await this.#more())) return null;
    }
  }

  /** Gives what stands before the delimiter piece by piece, or everything where it never comes. */
  async *streamTo(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#held, delimiter);
      if (at !== -1) {
        yield this.#take(at, delimiter.length);
        return;
      }
      // The delimiter may have begun with the last bytes.
      const sure = Math.max(0, this.#held.length - delimiter.length);
      if (sure > 0) yield this.#take(sure, 0);
      if (await this.#more()) continue;
      yield this.#take(this.#held.length, 0);
      return;
    }
  }

  async leave(): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(length: number, passed: number): Uint8Array {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length + passed);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#held = joined(this.#held, value);
    return true;
  }
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] ?? 0;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(first); at !== -1 && at <= last; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
