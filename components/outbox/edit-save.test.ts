import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { utf8Bytes } from '../../lib/capture/capture-errors.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { contentProblem, memoriesFor, titleProblem } from './edit-save.tsx';

const memories = [
  { id: 'm1', name: 'Reading' },
  { id: 'm2', name: 'Work' },
];
const connection: ConnectionStatus = {
  kind: 'device',
  memories,
  chosenMemoryId: 'm2',
  connectionId: 'c1',
  withdrawn: [],
};
const item: OutboxView = {
  id: 'a',
  kind: 'page',
  connectionId: 'c1',
  container: { id: 'm1', name: 'Reading' },
  source: { url: '', title: '', tabId: null, frameId: null },
  pageKey: '',
  customId: null,
  createdAt: 0,
  updatedAt: 0,
  state: { status: 'captured' },
};

describe('contentProblem', () => {
  const { contentBytes } = serviceLimits;

  it('accepts text up to the service’s limit in bytes', () => {
    expect(contentProblem('x', contentBytes)).toBeNull();
    expect(contentProblem('x', contentBytes + 1)).toMatchObject({ waits: false });
  });

  it('counts UTF-8 bytes', () => {
    expect(utf8Bytes('Grüße 読')).toBe(11);
  });

  it('reports blank text only after an attempt to save', () => {
    expect(contentProblem(' \n', 2)).toMatchObject({ waits: true });
  });
});

describe('titleProblem', () => {
  it('accepts a title up to the limit, and none for a note', () => {
    expect(titleProblem('x'.repeat(serviceLimits.titleLength))).toBeNull();
    expect(titleProblem('x'.repeat(serviceLimits.titleLength + 1))).not.toBeNull();
    expect(titleProblem(null)).toBeNull();
  });
});

describe('memoriesFor', () => {
  it('selects the Memory it was saved to', () => {
    expect(memoriesFor(item, connection)).toEqual({ memories, chosen: memories[0] });
  });

  it('selects the default Memory if its own is gone', () => {
    const gone = { ...item, container: { id: 'm9', name: 'Gone' } };

    expect(memoriesFor(gone, connection).chosen).toEqual(memories[1]);
  });

  it('offers no other Memory for a save of another connection', () => {
    expect(memoriesFor({ ...item, connectionId: 'c2' }, connection)).toEqual({
      memories: [],
      chosen: item.container,
    });
  });
});
