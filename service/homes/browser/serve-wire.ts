/** Carries a request that came by message to the service, and the answer back. */
import type { WireAnswer, WireRequest } from '../../../lib/contracts/device-wire.ts';
import type { Service } from '../../app.ts';

export interface WireService {
  readonly open: () => Promise<Service>;
  /** Sent along with every request: being the extension is the credential here. */
  readonly ownerToken: string;
}

/** Answers one request; a home that cannot open answers `failed`, with a sentence for the person. */
export async function answerWire(
  wire: WireRequest,
  { open, ownerToken }: WireService,
): Promise<WireAnswer> {
  let service: Service;
  try {
    service = await open();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      outcome: 'failed',
      message: `The memory on this device could not be opened: ${detail}`,
    };
  }
  const response = await service.fetch(requestOf(wire, ownerToken));
  return {
    outcome: 'answered',
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  };
}

/** The origin is nobody's; it only completes the address. */
const ORIGIN = 'https://device-home.invalid';

function requestOf({ method, path, headers, body }: WireRequest, ownerToken: string): Request {
  const request = new Request(new URL(path, ORIGIN), {
    method,
    headers,
    ...(body === null ? {} : { body }),
  });
  request.headers.set('authorization', `Bearer ${ownerToken}`);
  return request;
}
