import { wireResponseSchema, type WireRequest } from '../contract/device-wire.ts';

/** The base of relative paths. Its host is never resolved. */
export const deviceServiceBaseUrl = 'https://device.keepsake.invalid';

/** Rejects like a network error if the service doesn't respond. */
export function createWireFetch(
  ask: (request: WireRequest) => Promise<unknown>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const asked = ask({
      target: 'device-service',
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: [...request.headers],
      body: request.method === 'GET' ? null : await request.text(),
    });
    return responseOf(await orAborted(asked, request.signal));
  };
}

/** A request whose body, or whose response body, is a file in the transfer folder. */
export type FileRequest = Pick<WireRequest, 'method' | 'path' | 'bodyFrom' | 'saveAs' | 'watch'>;

/** Like `createWireFetch`, but for files and without a timeout. */
export function createFileFetch(
  ask: (request: WireRequest) => Promise<unknown>,
): (request: FileRequest) => Promise<Response> {
  return async (request) =>
    responseOf(await ask({ target: 'device-service', headers: [], body: null, ...request }));
}

function responseOf(raw: unknown): Response {
  const answer = wireResponseSchema.safeParse(raw);
  if (!answer.success) throw new TypeError('The service on this device did not respond.');
  if (answer.data.outcome === 'failed') throw new TypeError(answer.data.message);
  const { status, headers, body } = answer.data;
  return new Response(status === 204 ? null : body, { status, headers });
}

/** Rejects when aborted; the work itself continues. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
