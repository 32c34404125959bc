/** Carries a request that came by message to the service, and the answer back. */
import type { WireAnswer, WireRequest } from '../../../lib/contracts/device-wire.ts';
import type { Service } from '../../app.ts';

export interface WireService {
  readonly open: () => Promise<Service>;
  /** Sent along with every request that brings no key: being the extension is the credential here. */
  readonly ownerToken: string;
}

/** Answers one request; a home that cannot open or answer gives `failed`, with a sentence for the person. */
export async function answerWire(
  wire: WireRequest,
  { open, ownerToken }: WireService,
): Promise<WireAnswer> {
  try {
    const service = await open();
    const response = await service.fetch(requestOf(wire, ownerToken));
    return {
      outcome: 'answered',
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: 'failed', message: `The memory on this device did not answer: ${reason}` };
  }
}

/** The origin is nobody's; it only completes the address. */
const ORIGIN = 'https://device-home.invalid';

function requestOf({ method, path, headers, body }: WireRequest, ownerToken: string): Request {
  const { pathname, search } = new URL(path, ORIGIN);
  const request = new Request(ORIGIN + pathname + search, {
    method,
    headers,
    ...(body === null ? {} : { body }),
  });
  // A key may do less than the owner, never more, so whoever brings one is taken at their word.
  if (!request.headers.has('authorization')) {
    request.headers.set('authorization', `Bearer ${ownerToken}`);
  }
  return request;
}
