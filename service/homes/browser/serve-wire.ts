/** Carries a request that came by message to the service, and the answer back. */
import type { WireAnswer, WireRequest } from '../../../lib/contracts/device-wire.ts';
import type { Service } from '../../app.ts';

export interface WireService {
  readonly open: () => Promise<Service>;
  /** Sent along with every request that brings no key: being the extension is the credential here. */
  readonly ownerToken: string;
  /** What is too large for a message. */
  readonly files: WireFiles;
}

/** The files that bodies are read from and written to. Both reject where the file cannot be used. */
export interface WireFiles {
  read(name: string): Promise<Blob>;
  write(name: string, content: ReadableStream<Uint8Array>): Promise<void>;
}

/** Answers one request; a home that cannot open or answer gives `failed`, with a sentence for the person. */
export async function answerWire(
  wire: WireRequest,
  { open, ownerToken, files }: WireService,
): Promise<WireAnswer> {
  try {
    const service = await open();
    const file = wire.bodyFrom === undefined ? null : await files.read(wire.bodyFrom);
    const response = await service.fetch(requestOf(wire, file, ownerToken));
    const { status, body } = response;
    const saveAs = response.ok && body !== null ? wire.saveAs : undefined;
    if (saveAs !== undefined && body !== null) await files.write(saveAs, body);
    return {
      outcome: 'answered',
      status,
      headers: [...response.headers],
      body: saveAs !== undefined ? '' : await response.text(),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: 'failed', message: `The memory on this device did not answer: ${reason}` };
  }
}

/** The origin is nobody's; it only completes the address. */
const ORIGIN = 'https://device-home.invalid';

function requestOf(
  { method, path, headers, body }: WireRequest,
  file: Blob | null,
  ownerToken: string,
): Request {
  const { pathname, search } = new URL(path, ORIGIN);
  const content = file ?? body;
  const request = new Request(ORIGIN + pathname + search, {
    method,
    headers,
    ...(content === null ? {} : { body: content }),
  });
  // Firefox's requests have no `body` to read piece by piece, and a file may be larger than memory.
  if (file !== null && !request.body) {
    Object.defineProperty(request, 'body', { value: file.stream() });
  }
  // A key may do less than the owner, never more, so whoever brings one is taken at their word.
  if (!request.headers.has('authorization')) {
    request.headers.set('authorization', `Bearer ${ownerToken}`);
  }
  return request;
}
