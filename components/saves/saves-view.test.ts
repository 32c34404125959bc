import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { KeptState, OutboxView } from '../../lib/contracts/outbox.ts';
import type { Discarded, ReadySaves } from '../hooks/saves-state.ts';
import {
  refused,
  retryable,
  rowView,
  savesProgress,
  savesSections,
  triedAnnouncement,
  waitingTogether,
} from './saves-view.ts';

const now = 1_000_000;
const unreachable: AppError = { code: 'memory.unreachable', message: 'failed', retryable: true };
const noText: AppError = { code: 'page.no-text', message: 'Nothing.', retryable: true };
const invalid: AppError = {
  code: 'memory.validation',
  message: 'content is empty',
  retryable: false,
  traceId: 'tr_1',
};
const documentId = null;

const states = {
  requested: { status: 'requested' },
  captured: { status: 'captured' },
  sending: { status: 'sending', attempt: 1 },
  waiting: { status: 'waiting', attempt: 1, until: now + 180_000, error: unreachable },
  accepted: { status: 'accepted', existed: false },
  learning: { status: 'learning', existed: false, documentId, polls: 0, nextPollAt: now },
  learned: { status: 'learned', existed: false, documentId },
  existed: { status: 'learned', existed: true, documentId },
  failed: { status: 'failed', documentId, reason: null },
  canceled: { status: 'canceled', documentId },
  unlearned: { status: 'unlearned', documentId },
  refused: { status: 'refused', error: invalid },
  unread: { status: 'refused', error: noText },
  paused: { status: 'paused', error: invalid },
} as const satisfies Record<string, KeptState>;

function item(id: string, state: KeptState, changes: Partial<OutboxView> = {}): OutboxView {
  return {
    id,
    kind: 'page',
    connectionId: 'c1',
    container: { id: 'm1', name: 'Reading' },
    source: { url: `https://www.example.org/${id}`, title: id, tabId: 1, frameId: null },
    pageKey: id,
    customId: id,
    createdAt: now,
    updatedAt: now,
    state,
    ...changes,
  };
}

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

const row = (
  state: KeptState,
  changes: Partial<OutboxView> = {},
  failure: AppError | null = null,
) => rowView(item('a', state, changes), { now, failure, home: null });

/** The sections as their ids, those that were discarded in brackets. */
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
  it('sorts every state into what needs the person, what is on its way and what is kept', () => {
    const items = Object.entries(states).map(([name, state]) => item(name, state));

    expect(shape(ready(items))).toEqual([
      ['trouble', 'failed', 'canceled', 'unlearned', 'refused', 'unread', 'paused'],
      ['way', 'requested', 'captured', 'sending', 'waiting', 'learning'],
      ['saved', 'accepted', 'learned', 'existed'],
    ]);
  });

  it('leaves out what has nothing in it', () => {
    expect(shape(ready([item('a', states.learned)]))).toEqual([['saved', 'a']]);
  });

  it('keeps the place of what was discarded, by age and in the section it was in', () => {
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
      ['trouble', 'd', '(c a)', 'b'],
      ['saved', 'z'],
    ]);
  });

  it('tells the versions of a page apart', () => {
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

  it('shows a page that was saved again once, as the save that put it there', () => {
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

describe('a save that was tried again', () => {
  const tried = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  const saidOf = (state: KeptState) =>
    triedAnnouncement(ready([item('a', states.unread), item('b', state)]), tried);

  it.each([states.unread, states.paused, states.waiting])(
    'is said to be $status again',
    (state) => {
      expect(saidOf(state)).toBe('b: Tried again 2 times, without success.');
    },
  );

  it.each([states.requested, states.learned])('is not spoken of while it is $status', (state) => {
    expect(saidOf(state)).toBe('');
  });
});

describe('the row of an address', () => {
  it.each([
    [states.failed, 'Only the address is kept'],
    [states.canceled, 'Only the address is kept'],
    [states.learning, 'Address kept, its page being learned'],
    [states.sending, 'Being sent'],
  ])('says of %o what is true of it', (state, words) => {
    expect(row(state, { kind: 'link' }).state).toBe(words);
  });
});

describe('a page that was saved while it was still loading', () => {
  const unfinished = item('early', states.learned, { isUnfinished: true, pageKey: 'page' });
  const later = { pageKey: 'page', createdAt: now + 1 };
  const tells = (again: OutboxView) =>
    savesSections(ready([again, unfinished])).flatMap(({ items }) =>
      items.filter(({ isUnfinished }) => isUnfinished === true).map(({ id }) => id),
    );

  it.each([
    ['it was saved again since', item('again', states.learned, later), []],
    ['that could not be read', item('again', states.unread, later), ['early']],
    [
      'that went to another Memory',
      item('again', states.learned, {
        ...later,
        container: { id: 'm2', name: 'Work' },
      }),
      ['early'],
    ],
    [
      'that is a highlight of it',
      item('again', states.accepted, { ...later, kind: 'note' }),
      ['early'],
    ],
  ])('says so or not where %s', (_, again, ids) => {
    expect(tells(again)).toEqual(ids);
  });
});

describe('savesProgress', () => {
  const batch = new Map([
    ['a', true],
    ['b', false],
  ]);

  it('says how many of a batch were sent', () => {
    const items = [item('a', states.learned), item('b', states.sending)];

    expect(savesProgress(ready(items, { batch }))).toEqual({ sent: 1, total: 2 });
  });

  it('leaves a single save, and the last one that waits, to their rows', () => {
    const alone = ready([item('b', states.sending)], { batch: new Map([['b', false]]) });
    const stuck = ready([item('b', states.waiting)], { batch });

    expect(savesProgress(alone)).toBeNull();
    expect(savesProgress(stuck)).toBeNull();
  });
});

describe('rowView', () => {
  it.each([
    ['requested', []],
    ['captured', []],
    ['sending', []],
    ['waiting', ['retry-now', 'edit', 'discard']],
    ['accepted', ['delete']],
    ['learning', []],
    ['learned', ['delete']],
    ['failed', ['delete', 'hide']],
    ['canceled', ['delete', 'hide']],
    ['unlearned', ['look-again', 'delete', 'hide']],
    ['refused', ['retry', 'edit', 'discard']],
    ['unread', ['retry', 'discard']],
    ['paused', ['retry', 'edit', 'discard']],
  ] as const)('offers for %s: %j', (name, actions) => {
    expect(row(states[name]).actions).toEqual(actions);
  });

  it('lets the owner of the home have learned anew what failed', () => {
    const own = (state: OutboxView['state']) =>
      rowView(item('a', state), { now, failure: null, home }).actions;
    const home = { kind: 'device', connectionId: 'c1' } as const;

    expect(own(states.failed)).toEqual(['update-now', 'delete', 'hide']);
    expect(own(states.canceled)).toEqual(['update-now', 'delete', 'hide']);
    expect(own(states.learned)).toEqual(['delete']);
  });

  it('names each highlight of a page by its own words', () => {
    const note = (opening?: string) =>
      row(states.accepted, { kind: 'note', ...(opening === undefined ? {} : { opening }) }).title;

    expect([note('The moon pulls.'), note('The sea swells…')]).toEqual([
      '“The moon pulls.”',
      '“The sea swells…”',
    ]);
    expect(note()).toBe('a');
  });

  it('names a note that was written by its first words, and leads to no page', () => {
    const source = { url: '', title: 'Ask Ines.', tabId: null, frameId: null };
    const written = { kind: 'note', isWritten: true, opening: 'Ask Ines.', source } as const;

    expect(row(states.accepted, written)).toMatchObject({
      title: 'Ask Ines.',
      host: null,
      href: null,
    });
  });

  it.each([
    ['learned', true],
    ['learning', true],
    ['unread', false],
  ] as const)('tells of a page that was still loading, once it is kept: %s', (name, isTold) => {
    expect(row(states[name], { isUnfinished: true }).isUnfinished).toBe(isTold);
    expect(row(states[name]).isUnfinished).toBe(false);
  });

  it('offers no change of a page that was not read', () => {
    expect(row(states.refused, { customId: null }).actions).toEqual(['retry', 'discard']);
    expect(row(states.refused, { customId: null, kind: 'note' }).actions).toContain('edit');
  });

  it('says why it was refused, in the service’s words too, with the reference', () => {
    expect(row(states.refused)).toMatchObject({
      state: 'Not saved',
      detail: 'Your memory cannot take this as it is. Change what it names and try again.',
      quote: 'content is empty',
      traceId: 'tr_1',
    });
  });

  it('says when it is tried again', () => {
    expect(row(states.waiting).detail).toBe(
      'Your memory cannot be reached. Tries again in 3 minutes.',
    );
  });

  it('says no more than the state of what goes well, save why asking failed', () => {
    expect(row(states.sending).detail).toBeNull();
    expect(row(states.learned, {}, unreachable).detail).toMatch(/^Your memory cannot be reached/);
  });

  it('opens web pages alone', () => {
    const at = (url: string) => row(states.learned, { source: { ...source, url } });
    const { source } = item('a', states.learned);

    expect(at('https://www.example.org/x')).toMatchObject({
      href: 'https://www.example.org/x',
      host: 'example.org',
    });
    expect(at('javascript:alert(1)')).toMatchObject({ href: null, host: null });
    expect(at('file:///etc/passwd').href).toBeNull();
  });

  it('names a page without a title by its site', () => {
    const { source } = item('a', states.learned);

    expect(row(states.learned, { source: { ...source, title: '  ' } }).title).toBe('example.org');
    expect(row(states.learned, { source: { ...source, title: '', url: '' } }).title).toBe(
      'Untitled page',
    );
  });
});

describe('waiting together', () => {
  const four = ['a', 'b', 'c', 'd'].map((id) => item(id, states.waiting));

  it('is said once where many wait for the same', () => {
    expect(waitingTogether([item('x', states.sending), ...four])).toMatchObject({
      items: four,
      words: 'Your memory cannot be reached. Each of them is tried again by itself.',
    });
  });

  it('is said by each where they are few, or wait for different things', () => {
    const other = { ...unreachable, code: 'memory.timeout' } as const;
    const late = item('e', { status: 'waiting', attempt: 1, until: 0, error: other });

    expect(waitingTogether(four.slice(1))).toBeNull();
    expect(waitingTogether([...four, late])).toBeNull();
  });
});

describe('what is done about all', () => {
  it('tries what was refused and what is paused, and discards what was refused', () => {
    const items = [
      item('a', states.refused),
      item('b', states.paused),
      item('c', states.unlearned),
      item('d', states.failed),
    ];

    expect(retryable(items).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(refused(items).map(({ id }) => id)).toEqual(['a']);
  });

  it('does not try a link again that leads into the own network', () => {
    const error: AppError = { code: 'link.unusable', message: '', retryable: false };
    const source = { url: 'http://10.1.2.3/', title: 'A', tabId: null, frameId: null };
    const link: OutboxView = { ...item('a', { status: 'refused', error }), kind: 'link', source };

    expect(retryable([link])).toEqual([]);
    expect(refused([link])).toEqual([link]);
  });
});
