import { type WireAnswer, type WireRequest, wireAnswerSchema } from '../contract/device-wire.ts';
import * as z from 'zod/mini';

const replySchema = z.object({ id: z.number(), answer: wireAnswerSchema });

export type WorkerLink = { ask: (request: WireRequest) => Promise<WireAnswer> };

export type WorkerPorts = {
  start: () => Worker;
  /** Resolves once the running worker's lock is free: it can end without an event. */
  whenUnlocked: () => Promise<void>;
};

/** A dead worker's requests are answered `failed`; the next one starts a new worker. */
export function createWorkerLink({ start, whenUnlocked }: WorkerPorts): WorkerLink {
  const pending = new Map<number, (answer: WireAnswer) => void>();
  let worker: Worker | null = null;
  let lastId = 0;

  function running(): Worker {
    if (worker !== null) return worker;
    const started = start();
    let hasAnswered = false;
    started.addEventListener('message', ({ data }) => {
      const reply = replySchema.safeParse(data);
      if (!reply.success) return;
      // Only a worker that has answered is known to hold the lock.
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
    const message = 'The worker of the connection on this device ended.';
    for (const settle of pending.values()) settle({ outcome: 'failed', message });
    pending.clear();
  }

  return {
    ask(request) {
      return new Promise((resolve) => {
        lastId += 1;
        pending.set(lastId, resolve);
        running().postMessage({ id: lastId, request });
      });
    },
  };
}
