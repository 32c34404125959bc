import { joinBytes } from '../../lib/async/bytes.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { OwnerSession } from '../auth/credentials.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { boundedBytes } from '../rest.ts';

/** Rules and URLs may be long; no other field comes near this. */
const MAX_FORM_BYTES = 256 * 1024;

export async function readForm(request: Request): Promise<Result<URLSearchParams, Refusal>> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    return refuse('malformed', 'The request isn’t a form of this app.');
  }
  const bytes = await boundedBytes(request, MAX_FORM_BYTES);
  return bytes.ok ? ok(new URLSearchParams(new TextDecoder().decode(bytes.value))) : bytes;
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function required(label: string, whatToDo: string) {
  return refuse('invalid', `“${label}” is empty. ${whatToDo}`);
}

/** Returns the text of a field, with line breaks as `\n`: browsers send them as `\r\n`. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n');
}

/** Returns a path of this service. Anything else, such as another site's URL, becomes the first page. */
export function localPath(next: string | null | undefined): string {
  const path = next ?? '';
  // Browsers read a backslash as a slash and ignore control characters: "/\evil" and "/<tab>/evil" leave the site.
  const isPath = /^\/(?!\/)[\x21-\x7e]*$/.test(path) && !path.includes('\\');
  return isPath ? path : '/app/memories';
}

const REMEMBERED = 10_000;
const FORM_ID = /^[\da-f-]{36}$/;

export type SentForms = ReturnType<typeof createSentForms>;

/** Tracks forms whose response shows a secret: reloading the response must not create another secret. */
export function createSentForms() {
  const sent = new Set<string>();
  return {
    /** Records a form's id; returns false if this session sent it before, or if it isn't an id. */
    take({ formToken }: OwnerSession, id: string | null): boolean {
      if (id === null || !FORM_ID.test(id)) return false;
      const form = `${formToken} ${id}`;
      if (sent.has(form)) return false;
      sent.add(form);
      const [oldest] = sent;
      if (sent.size > REMEMBERED && oldest !== undefined) sent.delete(oldest);
      return true;
    },
  };
}

export interface Upload {
  readonly fields: URLSearchParams;
  readonly file: AsyncIterable<Uint8Array>;
  /** Discards what wasn't read: a browser shows the response only after it has sent everything. */
  readonly discard: () => Promise<void>;
}

/** Limit for a field before the file, and for the header of a part. */
const MAX_FIELD_BYTES = 4096;
const MAX_FIELDS = 8;
const encoder = new TextEncoder();
const HEADER_END = encoder.encode('\r\n\r\n');

/** Reads a form with a file, which must be the last field. The file is streamed, never held whole. */
export async function readUpload(request: Request): Promise<Result<Upload, Refusal>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";,\s]{1,70})"?/i.exec(type)?.[1];
  if (boundary === undefined || request.body === null) return notAnUpload();
  const bytes = new ByteReader(request.body);
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const fields = new URLSearchParams();
  let isForm = (await bytes.readTo(delimiter)) !== null;
  for (let parts = 0; isForm && parts < MAX_FIELDS; parts += 1) {
    const header = (await bytes.readTo(HEADER_END)) ?? '';
    const name = /\bname="([^"]*)"/.exec(header)?.[1];
    if (name !== undefined && /\bfilename\*?=/.test(header)) {
      return ok({ fields, file: bytes.streamTo(delimiter), discard: () => bytes.discard() });
    }
    const value = name === undefined ? null : await bytes.readTo(delimiter);
    isForm = value !== null;
    if (name !== undefined && value !== null) fields.append(name, value);
  }
  await bytes.discard();
  return notAnUpload();
}

function notAnUpload() {
  return refuse('malformed', 'The request isn’t a form with a file.');
}

class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Starts with a line break, which all boundaries but the first have before them. */
  #buffer = encoder.encode('\r\n');

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns the text before the delimiter and skips it; null if it doesn't come within the limit of a field. */
  async readTo(delimiter: Uint8Array): Promise<string | null> {
    for (;;) {
      const at = indexOf(this.#buffer, delimiter);
      if (at !== -1) return new TextDecoder().decode(this.#take(at, delimiter.length));
      if (this.#buffer.length > MAX_FIELD_BYTES || !(await this.#more())) return null;
    }
  }

  /** Streams the bytes before the delimiter, or everything if it never comes. */
  async *streamTo(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#buffer, delimiter);
      if (at !== -1) {
        yield this.#take(at, delimiter.length);
        return;
      }
      // The last bytes may be the beginning of the delimiter.
      const certain = Math.max(0, this.#buffer.length - delimiter.length);
      if (certain > 0) yield this.#take(certain, 0);
      if (await this.#more()) continue;
      yield this.#take(this.#buffer.length, 0);
      return;
    }
  }

  async discard(): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(length: number, skipped: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length + skipped);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#buffer = joinBytes([this.#buffer, value]);
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
