import { describe, expect, it } from 'vitest';
import { serialQueue } from './serial-queue.ts';

describe('serialQueue', () => {
  it('starts each task after the previous task has finished', async () => {
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

  it('returns each task’s own result and continues after a failure', async () => {
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
