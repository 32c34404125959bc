import { describe, expect, it } from 'vitest';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import {
  refused,
  retryable,
  savesProgress,
  savesSections,
  triedAnnouncement,
  waitingTogether,
} from './saves-list.ts';
import { type Discarded, type ReadySaves } from './saves-state.ts';
import { item, now, states, unreachable } from '../../tests/fixtures/outbox-saves.ts';

function ready(items: OutboxView[], more: Partial<ReadySaves> = {}): ReadySaves {
  return {
    status: 'ready',
    items,
    storage: { usedBytes: 0, limitBytes: 1, isNearlyFull: false },
    batch: new Map(),
    discarded: [],
    early: [],
    ...more,
  };
}

/** Lists the ids in each section, with discarded ones in brackets. */
function shape(state: ReadySaves) {
  return savesSections(state).map(({ key, entries }) => [
    key,
    ...entries.map((entry) =>
      entry.kind === 'save'
        ? entry.item.id
        : `(${entry.discarded.items.map(({ id }) => id).join(' ')})`,
    ),
  ]);
}

describe('savesSections', () => {
  it('sorts every state into needing attention, in progress and saved', () => {
    const items = Object.entries(states).map(([name, state]) => item(name, state));

    expect(shape(ready(items))).toEqual([
      ['attention', 'failed', 'canceled', 'unlearned', 'refused', 'unread', 'paused'],
      ['progress', 'requested', 'captured', 'sending', 'waiting', 'learning'],
      ['saved', 'accepted', 'learned', 'existed'],
    ]);
  });

  it('leaves out empty sections', () => {
    expect(shape(ready([item('a', states.learned)]))).toEqual([['saved', 'a']]);
  });

  it('keeps the place of discarded saves in their section, by age', () => {
    const discarded: Discarded = {
      key: 'k',
      items: [item('c', states.refused, { createdAt: 30 }), item('a', states.refused)],
    };
    const items = [
      item('d', states.paused, { createdAt: 40 }),
      item('b', states.paused, { createdAt: 20 }),
      item('z', states.learned),
    ];

    expect(shape(ready(items, { discarded: [discarded] }))).toEqual([
      ['attention', 'd', '(c a)', 'b'],
      ['saved', 'z'],
    ]);
  });

  it('labels the versions of a page', () => {
    const page = { pageKey: 'page' };
    const items = [
      item('new', states.learned, { ...page, createdAt: now + 1, isVersion: true }),
      item('old', states.learned, page),
      item('other', states.learned),
    ];

    const [saved] = savesSections(ready(items));

    expect(saved?.entries).toMatchObject([
      { version: 'newest' },
      { version: 'earlier' },
      { version: null },
    ]);
  });

  it('shows a page that was saved twice only once, as the first save', () => {
    const same = { customId: 'page' };
    const items = [
      item('again', states.existed, same),
      item('first', states.learned, same),
      item('elsewhere', states.existed, { ...same, container: { id: 'm2', name: 'Work' } }),
      item('note', states.accepted, { kind: 'note', customId: null }),
      item('other-note', states.accepted, { kind: 'note', customId: null }),
    ];

    expect(shape(ready(items))).toEqual([['saved', 'first', 'elsewhere', 'note', 'other-note']]);
  });
});

describe('a retried save', () => {
  const tried = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  const saidOf = (state: LiveState) =>
    triedAnnouncement(ready([item('a', states.unread), item('b', state)]), tried);

  it.each([states.unread, states.paused, states.waiting])(
    'is announced if $status again',
    (state) => {
      expect(saidOf(state)).toBe('b: Retried 2 times without success.');
    },
  );

  it.each([states.requested, states.learned])('isn’t announced while $status', (state) => {
    expect(saidOf(state)).toBe('');
  });
});

describe('a page that was saved while it was still loading', () => {
  const unfinished = item('early', states.learned, { isUnfinished: true, pageKey: 'page' });
  const later = { pageKey: 'page', createdAt: now + 1 };
  const tells = (again: OutboxView) =>
    savesSections(ready([again, unfinished])).flatMap(({ items }) =>
      items
        .filter((shown) => shown.kind === 'page' && shown.isUnfinished === true)
        .map(({ id }) => id),
    );

  it.each([
    ['it was saved again', item('again', states.learned, later), []],
    ['saving it again couldn’t read it', item('again', states.unread, later), ['early']],
    [
      'it was saved to another Memory',
      item('again', states.learned, {
        ...later,
        container: { id: 'm2', name: 'Work' },
      }),
      ['early'],
    ],
    [
      'a highlight on it was saved',
      item('again', states.accepted, { ...later, kind: 'note' }),
      ['early'],
    ],
  ])('shows it, unless a newer save replaced it: %s', (_, again, ids) => {
    expect(tells(again)).toEqual(ids);
  });
});

describe('savesProgress', () => {
  const batch = new Map([
    ['a', true],
    ['b', false],
  ]);

  it('counts how many of a batch were sent', () => {
    const items = [item('a', states.learned), item('b', states.sending)];

    expect(savesProgress(ready(items, { batch }))).toEqual({ sent: 1, total: 2 });
  });

  it('returns null for a single save, and if the last one waits', () => {
    const alone = ready([item('b', states.sending)], { batch: new Map([['b', false]]) });
    const stuck = ready([item('b', states.waiting)], { batch });

    expect(savesProgress(alone)).toBeNull();
    expect(savesProgress(stuck)).toBeNull();
  });
});

describe('waitingTogether', () => {
  const four = ['a', 'b', 'c', 'd'].map((id) => item(id, states.waiting));

  it('groups many saves that wait for the same reason', () => {
    expect(waitingTogether([item('x', states.sending), ...four])).toMatchObject({
      items: four,
      words: `${t('errors_memory_unreachable_title')}. Retrying automatically.`,
    });
  });

  it('returns null for few saves, or different reasons', () => {
    const other = { ...unreachable, code: 'memory.timeout' } as const;
    const late = item('e', { status: 'waiting', attempt: 1, until: 0, error: other });

    expect(waitingTogether(four.slice(1))).toBeNull();
    expect(waitingTogether([...four, late])).toBeNull();
  });
});

describe('actions on all saves', () => {
  it('retry refused and paused saves, and discard refused ones', () => {
    const items = [
      item('a', states.refused),
      item('b', states.paused),
      item('c', states.unlearned),
      item('d', states.failed),
    ];

    expect(retryable(items).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(refused(items).map(({ id }) => id)).toEqual(['a']);
  });

  it('don’t retry a link into the local network', () => {
    const error: AppError = { code: 'link.unusable', message: '', retryable: false };
    const source = { url: 'http://10.1.2.3/', title: 'A', tabId: null, frameId: null };
    const link = item('a', { status: 'refused', error }, { kind: 'link', source });

    expect(retryable([link])).toEqual([]);
    expect(refused([link])).toEqual([link]);
  });
});
