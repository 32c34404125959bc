/** A client with a fake service and a clock that the test controls. */
import { createRestClient, defaultTimeoutMs, type RestClientOptions } from '../rest.ts';
import { createManualTime } from './manual-time.ts';

/** Responds to a request; `nth` counts from 0. */
export type Answerer = (request: Request, nth: number) => Response | Promise<Response>;

/** Retries don't wait; an attempt times out only when the test advances the clock. */
export function clientOf(answer: Answerer, options: Partial<RestClientOptions> = {}) {
  const requests: Request[] = [];
  const time = createManualTime((ms) => ms !== defaultTimeoutMs);
  const client = createRestClient({
    baseUrl: 'https://memory.example',
    credential: () => Promise.resolve('pms_secret_0001'),
    fetch: async (request) => {
      requests.push(request.clone());
      return answer(request, requests.length - 1);
    },
    sleep: time.sleep,
    random: () => 0.5,
    ...options,
  });
  return { client, requests, time };
}

/** Returns a JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** Returns an HTML page, as a proxy would send. */
export function html(status = 200): Response {
  return new Response('<!doctype html><title>Sign in</title>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
}

/** Never responds; rejects when the request is aborted. */
export function hang(request: Request): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });
}
