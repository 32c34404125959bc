import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/fixtures/outbox-item.ts';
import { keptStates, offline } from '../../../tests/fixtures/outbox-states.ts';
import type { KeptStatus, OutboxItem } from '../../contracts/outbox.ts';
import { standsFor } from './same-link.ts';

const url = 'https://heron.example/nesting';
const material = { kind: 'link', customId: url, url, title: null, metadata: {} } as const;
const paused = { status: 'paused', error: offline } as const;

function link(changes: Partial<OutboxItem> = {}): OutboxItem {
  const common = { kind: 'link', customId: url, pageKey: url, material } as const;
  return outboxItem({ id: 'a', ...common, state: paused, ...changes });
}

const later = link({ id: 'b', createdAt: 2_000, state: keptStates.captured });

describe('standsFor', () => {
  it.each<[KeptStatus, boolean]>([
    ['captured', true],
    ['waiting', true],
    ['refused', true],
    ['paused', true],
    ['sending', false],
    ['learning', false],
    ['learned', false],
    ['failed', false],
  ])('of an earlier one that is %s is %s', (status, stands) => {
    expect(standsFor(later, link({ state: keptStates[status] }))).toBe(stands);
  });

  it.each<[string, Partial<OutboxItem>]>([
    ['of another address', { customId: 'https://heron.example/feeding' }],
    ['for another Memory', { container: { id: 'work', name: 'Work' } }],
    ['for another home', { connectionId: 'service-1' }],
    ['that is a page', { kind: 'page' }],
    ['of a batch', { source: { url, title: '', tabId: null, frameId: null } }],
    ['that was discarded', { state: { status: 'discarded', until: 9, before: paused } }],
    ['that is the later of the two', { createdAt: 3_000 }],
    ['that its home has taken', { material: null }],
  ])('does not hold for one %s', (_, changes) => {
    expect(standsFor(later, link(changes))).toBe(false);
  });

  it('holds for one alone of two that were saved at the same moment', () => {
    const [one, other] = [link({ id: 'a' }), link({ id: 'b' })];

    expect([standsFor(one, other), standsFor(other, one)]).toEqual([false, true]);
  });
});
