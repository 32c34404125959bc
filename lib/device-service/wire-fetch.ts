import { wireAnswerSchema, type WireRequest } from '../contract/device-wire.ts';

/** A base for paths; never resolved. */
export const deviceServiceBaseUrl = 'https://device.keepsake.invalid';

/** Rejects, as a network does, if the service doesn't answer. */
export function createWireFetch(
  ask: (request: WireRequest) => Promise<unknown>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const asked = ask({
      target: 'device-home',
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: [...request.headers],
      body: request.method === 'GET' ? null : await request.text(),
    });
    return responseOf(await orAborted(asked, request.signal));
  };
}

/** The request's or response's body is a file of the transfer folder. */
export type FileRequest = Pick<WireRequest, 'method' | 'path' | 'bodyFrom' | 'saveAs'>;

/** Without a timeout. */
export function createFileFetch(
  ask: (request: WireRequest) => Promise<unknown>,
): (request: FileRequest) => Promise<Response> {
  return async (request) =>
    responseOf(await ask({ target: 'device-home', headers: [], body: null, ...request }));
}

function responseOf(raw: unknown): Response {
  const answer = wireAnswerSchema.safeParse(raw);
  if (!answer.success) throw new TypeError('The connection on this device did not answer.');
  if (answer.data.outcome === 'failed') throw new TypeError(answer.data.message);
  const { status, headers, body } = answer.data;
  return new Response(status === 204 ? null : body, { status, headers });
}

/** Stops waiting when aborted; the work itself continues. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
