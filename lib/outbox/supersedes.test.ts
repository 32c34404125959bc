import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { liveStates, offline } from '../../tests/fixtures/outbox-states.ts';
import type { LiveStatus, LinkItem, OutboxItem } from './model.ts';
import { supersedes } from './outbox.ts';

const url = 'https://heron.example/nesting';
const material = { kind: 'link', customId: url, url, title: null, metadata: {} } as const;
const paused = { status: 'paused', error: offline } as const;

function link(changes: Partial<LinkItem> = {}): LinkItem {
  const common = { kind: 'link', customId: url, pageKey: url, material } as const;
  return outboxItem({ id: 'a', ...common, state: paused, ...changes, kind: 'link' });
}

const later = link({ id: 'b', createdAt: 2_000, state: liveStates.captured });

describe('supersedes', () => {
  it.each<[LiveStatus, boolean]>([
    ['captured', true],
    ['waiting', true],
    ['refused', true],
    ['paused', true],
    ['sending', false],
    ['learning', false],
    ['learned', false],
    ['failed', false],
  ])('an earlier save that is %s: %s', (status, stands) => {
    expect(supersedes(later, link({ state: liveStates[status] }))).toBe(stands);
  });

  it.each<[string, OutboxItem]>([
    ['of another address', link({ customId: 'https://heron.example/feeding' })],
    ['for another Memory', link({ container: { id: 'work', name: 'Work' } })],
    ['in another connection', link({ connectionId: 'service-1' })],
    ['that is a page', outboxItem({ id: 'a', customId: url, pageKey: url, state: paused })],
    ['in a batch', link({ source: { url, title: '', tabId: null, frameId: null } })],
    ['that was discarded', link({ state: { status: 'discarded', until: 9, before: paused } })],
    ['that is the later of the two', link({ createdAt: 3_000 })],
    ['that was already accepted', link({ material: null })],
  ])('is false for a save %s', (_, earlier) => {
    expect(supersedes(later, earlier)).toBe(false);
  });

  it('is true for only one of two links saved at the same time', () => {
    const [one, other] = [link({ id: 'a' }), link({ id: 'b' })];

    expect([supersedes(one, other), supersedes(other, one)]).toEqual([false, true]);
  });
});
