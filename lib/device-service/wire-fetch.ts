/** A `fetch` whose other end is the connection on this device, so that the client knows no difference. */
import { wireAnswerSchema, type WireRequest } from '../contract/device-wire.ts';

/** An address that no network answers: it only gives the client's paths something to stand on. */
export const deviceHomeBaseUrl = 'https://device.keepsake.invalid';

/** Makes the `fetch`; it rejects, as a network does, where the connection gives no answer. */
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

/** A request whose body, or the body of whose answer, is a file of the transfer folder. */
export type FileRequest = {
  method: string;
  path: string;
  bodyFrom?: string;
  saveAs?: string;
};

/** Makes a `fetch` for those: it waits as long as they take, and rejects as `createWireFetch` does. */
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

/** Work already handed over runs on; the caller only stops waiting for it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
