import {
  type WireResponse,
  type WireRequest,
  wireResponseSchema,
} from '../contract/device-wire.ts';
import * as z from 'zod/mini';

const replySchema = z.object({ id: z.number(), answer: wireResponseSchema });

export type WorkerPorts = {
  start: () => Worker;
  /** Resolves once the running worker's lock is free, because a worker might stop without an event. */
  whenUnlocked: () => Promise<void>;
};

/** If the worker stops, its pending requests return `failed` and the next request starts a new worker. */
export function createWorkerLink({ start, whenUnlocked }: WorkerPorts) {
  const pending = new Map<number, (answer: WireResponse) => void>();
  let worker: Worker | null = null;
  let lastId = 0;

  function running(): Worker {
    if (worker !== null) return worker;
    const started = start();
    let hasAnswered = false;
    started.addEventListener('message', ({ data }) => {
      const reply = replySchema.safeParse(data);
      if (!reply.success) return;
      // Only a worker that has responded is known to hold the lock.
      if (!hasAnswered) void whenUnlocked().then(() => discard(started));
      hasAnswered = true;
      pending.get(reply.data.id)?.(reply.data.answer);
      pending.delete(reply.data.id);
    });
    started.addEventListener('error', () => discard(started));
    worker = started;
    return started;
  }

  function discard(dead: Worker): void {
    if (worker !== dead) return;
    worker = null;
    dead.terminate();
    const message = 'The worker of the service on this device stopped.';
    for (const settle of pending.values()) settle({ outcome: 'failed', message });
    pending.clear();
  }

  return {
    ask: (request: WireRequest): Promise<WireResponse> =>
      new Promise((resolve) => {
        lastId += 1;
        pending.set(lastId, resolve);
        running().postMessage({ id: lastId, request });
      }),
  };
}
