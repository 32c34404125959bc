/** Performs each fault on the wire. */
import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Scene {
  readonly outgoing: ServerResponse;
  readonly sleep: Sleep;
  /** Called when nothing more will arrive for a while. */
  readonly stalled: (ms: number) => void;
  /** The redirect targets. */
  readonly redirects: { readonly other: string; readonly same: string };
  /** Lets the service handle the request, and returns its response. */
  readonly serve: () => Promise<Response>;
}

/** Performs the fault. Resolves when there is nothing left to send, including after the caller hangs up. */
export async function misbehave(fault: Fault, scene: Scene): Promise<void> {
  const { outgoing } = scene;
  const gone = goneSignal(outgoing);
  if (fault.isDone === true) await serveInVain(scene);
  switch (fault.kind) {
    case 'answer':
      outgoing.writeHead(fault.status, { ...fault.headers }).end(fault.body);
      return;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return;
    case 'hang':
      scene.stalled(Infinity);
      return hungUp(gone);
    case 'silence': {
      const response = await scene.serve();
      await wait(scene, { ms: fault.seconds * 1000, gone });
      if (!gone.aborted) await answerWith(response, outgoing);
      return;
    }
    case 'slow-body': {
      const body = await begin(await scene.serve(), outgoing);
      outgoing.flushHeaders();
      for (const byte of body) {
        await wait(scene, { ms: fault.gapMs, gone });
        if (gone.aborted) return;
        outgoing.write(Uint8Array.of(byte));
      }
      outgoing.end();
      return;
    }
    case 'truncated': {
      const body = await begin(await scene.serve(), outgoing);
      const half = body.subarray(0, Math.floor(body.byteLength / 2));
      if (!fault.isReset) {
        outgoing.end(half);
        return;
      }
      outgoing.setHeader('content-length', body.byteLength);
      outgoing.write(half, () => outgoing.socket?.destroy());
      return;
    }
    case 'redirect':
      outgoing.writeHead(fault.status, { location: scene.redirects[fault.to] }).end();
      return;
    case 'giant':
      return sendGiant(outgoing, fault.bytes);
    case 'deep':
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end('['.repeat(fault.levels) + ']'.repeat(fault.levels));
      return;
  }
}

/** Forwards a response, chunk by chunk. */
export async function answerWith(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  outgoing.once('close', () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done || outgoing.destroyed) break;
    outgoing.write(piece.value);
  }
  outgoing.end();
}

async function serveInVain({ serve }: Scene): Promise<void> {
  const response = await serve();
  await response.arrayBuffer();
}

/** Sets status and headers, except the length, and reads the whole body. */
async function begin(response: Response, outgoing: ServerResponse): Promise<Uint8Array> {
  const body = new Uint8Array(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  outgoing.removeHeader('content-length');
  return body;
}

function wait({ sleep, stalled }: Scene, { ms, gone }: { ms: number; gone: AbortSignal }) {
  const slept = sleep(ms, gone);
  stalled(ms);
  return slept;
}

/** Sends a JSON string of this length, which a client must reject because of its size. */
async function sendGiant(outgoing: ServerResponse, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.write('{"results":"');
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += chunk.byteLength) {
    if (!outgoing.write(chunk)) await drained(outgoing);
  }
  outgoing.end('"}');
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

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  if (outgoing.destroyed) gone.abort();
  return gone.signal;
}

function hungUp(gone: AbortSignal): Promise<void> {
  return gone.aborted
    ? Promise.resolve()
    : new Promise((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));
}
