import { describe, expect, it } from 'vitest';
import { serialQueue } from './serial-queue.ts';

describe('serialQueue', () => {
  it('starts no task before the earlier ones have ended', async () => {
    const enqueue = serialQueue();
    const done: string[] = [];
    const slow = enqueue(async () => {
      await Promise.resolve();
      await Promise.resolve();
      done.push('slow');
    });
    const quick = enqueue(async () => void done.push('quick'));

    await Promise.all([slow, quick]);

    expect(done).toEqual(['slow', 'quick']);
  });

  it('gives each task its own result and goes on after one that failed', async () => {
    const enqueue = serialQueue();
    const failing = enqueue(() => Promise.reject(new Error('full')));
    const next = enqueue(async () => 'kept');

    await expect(failing).rejects.toThrow('full');
    expect(await next).toBe('kept');
  });

  it('keeps queues independent', async () => {
    const held = serialQueue()(() => new Promise<never>(() => undefined));
    void held;

    expect(await serialQueue()(async () => 'another queue')).toBe('another queue');
  });
});
