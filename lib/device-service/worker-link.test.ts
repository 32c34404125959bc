import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../contract/device-wire.ts';
import { createWorkerLink } from './worker-link.ts';

const request: WireRequest = {
  target: 'device-service',
  method: 'GET',
  path: '/v1/containers',
  headers: [],
  body: null,
};

/** A worker whose messages and crashes the test controls. */
class FakeWorker extends EventTarget {
  readonly received: { id: number }[] = [];
  postMessage(message: { id: number }): void {
    this.received.push(message);
  }
  terminate(): void {}
  reply(id: number, body: string): void {
    const answer = { outcome: 'answered', status: 200, headers: [], body };
    this.dispatchEvent(new MessageEvent('message', { data: { id, answer } }));
  }
}

function createWorld() {
  const workers: FakeWorker[] = [];
  const locks: (() => void)[] = [];
  const link = createWorkerLink({
    start: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    whenUnlocked: () => new Promise((resolve) => locks.push(resolve)),
  });
  return { workers, locks, link };
}

describe('createWorkerLink', () => {
  it('returns the response of each request, in any order of arrival', async () => {
    const { workers, link } = createWorld();
    const first = link.ask(request);
    const second = link.ask(request);
    const [worker] = workers;

    worker?.reply(2, 'second');
    worker?.reply(1, 'first');

    expect(await first).toMatchObject({ body: 'first' });
    expect(await second).toMatchObject({ body: 'second' });
    expect(workers).toHaveLength(1);
  });

  it('fails the pending requests of a crashed worker and starts a new worker for the next request', async () => {
    const { workers, link } = createWorld();
    const lost = link.ask(request);
    workers[0]?.dispatchEvent(new Event('error'));

    expect(await lost).toMatchObject({ outcome: 'failed' });
    const next = link.ask(request);
    workers[1]?.reply(2, 'alive');
    expect(await next).toMatchObject({ body: 'alive' });
  });

  it('uses the lock to detect that a worker stopped without an event', async () => {
    const { workers, locks, link } = createWorld();
    const answered = link.ask(request);
    expect(locks).toHaveLength(0);
    workers[0]?.reply(1, 'alive');
    await answered;
    const lost = link.ask(request);

    locks[0]?.();

    expect(await lost).toMatchObject({ outcome: 'failed' });
    void link.ask(request);
    expect(workers).toHaveLength(2);
  });
});
