import { describe, expect, it } from 'vitest';
import { createTurns } from './in-turn.ts';

describe('createTurns', () => {
  it('begins nothing before what came earlier has ended', async () => {
    const inTurn = createTurns();
    const done: string[] = [];
    const slow = inTurn(async () => {
      await Promise.resolve();
      await Promise.resolve();
      done.push('slow');
    });
    const quick = inTurn(async () => void done.push('quick'));

    await Promise.all([slow, quick]);

    expect(done).toEqual(['slow', 'quick']);
  });

  it('gives each what came of it, and goes on after what failed', async () => {
    const inTurn = createTurns();
    const failing = inTurn(() => Promise.reject(new Error('full')));
    const next = inTurn(async () => 'kept');

    await expect(failing).rejects.toThrow('full');
    expect(await next).toBe('kept');
  });

  it('keeps lines apart', async () => {
    const held = createTurns()(() => new Promise<never>(() => undefined));
    void held;

    expect(await createTurns()(async () => 'another line')).toBe('another line');
  });
});
