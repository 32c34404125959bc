import { describe, expect, it } from 'vitest';
import { createEventBus } from './event-bus.ts';

const changed = { connectionId: 'work' };

describe('createEventBus', () => {
  it('notifies every subscriber of an event, and no subscriber of other events', async () => {
    const told: string[] = [];
    const bus = createEventBus(() => undefined);
    bus.on('connection.changed', 'one', ({ connectionId }) => told.push(`one ${connectionId}`));
    bus.on('connection.changed', 'two', ({ connectionId }) => told.push(`two ${connectionId}`));
    bus.on('connection.chosen', 'other', () => told.push('other'));

    await bus.emit('connection.changed', changed);

    expect(told).toEqual(['one work', 'two work']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('reports a subscriber that %s and notifies the others', async (_, broken) => {
    const told: string[] = [];
    const reported: unknown[] = [];
    const bus = createEventBus((area, cause) => reported.push([area, cause]));
    bus.on('connection.changed', 'badge', broken);
    bus.on('connection.changed', 'menus', () => told.push('menus'));

    await bus.emit('connection.changed', changed);

    expect(told).toEqual(['menus']);
    expect(reported).toEqual([['badge', new Error('broken')]]);
  });

  it('starts every subscriber before it returns, and resolves once the slowest has finished', async () => {
    const told: string[] = [];
    let finish = () => undefined as void;
    const bus = createEventBus(() => undefined);
    bus.on('connection.changed', 'slow', async () => {
      told.push('started');
      await new Promise<void>((resolve) => (finish = resolve));
      told.push('finished');
    });
    bus.on('connection.changed', 'quick', () => told.push('quick'));

    const emitted = bus.emit('connection.changed', changed);
    expect(told).toEqual(['started', 'quick']);
    finish();
    await emitted;

    expect(told).toEqual(['started', 'quick', 'finished']);
  });
});
