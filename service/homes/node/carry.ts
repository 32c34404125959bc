/** Carries a request of Node to a fetch handler, and its answer back. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Methods that the fetch standard lets nobody send. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Gives the request as the handler reads it; null where it is none that a handler can be asked. */
export function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request | null {
  const { method = 'GET', url = '/', headers } = incoming;
  if (FORBIDDEN_METHODS.has(method) || !url.startsWith('/')) return null;
  const address = URL.parse(`http://${headers.host ?? ''}${url}`);
  if (address === null) return null;
  const pairs = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(address, {
    method,
    headers: pairs,
    signal: gone.signal,
    ...(hasBody ? { body: bytesOf(incoming), duplex: 'half' } : {}),
  });
}

/** What comes piece by piece: events as they happen, and an export, which may be larger than memory is. */
const STREAMED = /^(?:text\/event-stream|application\/jsonl)\b/;

/** Sends the answer; what is streamed piece by piece, everything else whole, with its length. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  outgoing.statusCode = response.status;
  const isStream = STREAMED.test(response.headers.get('content-type') ?? '');
  if (!isStream || response.body === null) {
    outgoing.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  outgoing.once('close', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.once('drain', go).once('close', go);
  });
}

/** What is left when the handler has read enough is let go by, so that the answer still reaches the caller. */
function bytesOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Uint8Array) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.once('end', () => controller.close());
      incoming.once('error', (error) => controller.error(error));
      incoming.pause();
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      incoming.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error');
      incoming.on('error', () => undefined);
      incoming.resume();
    },
  });
}
