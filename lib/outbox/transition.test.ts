import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { LiveStatus, OutboxItem } from './model.ts';
import { pollDelayMs } from './schedule.ts';
import {
  discardedFrom,
  events,
  liveStates,
  learningState,
  noteIn,
  now,
  offline,
  pageIn,
} from '../../tests/fixtures/outbox-states.ts';
import { earlierText, mayHaveArrived, type OutboxEvent, transition } from './transition.ts';

type Moves = Partial<Record<OutboxEvent['type'], string>>;

/** The status after each event in each status. Events that aren't listed change nothing. */
const moves: Record<LiveStatus, Moves> = {
  requested: { read: 'captured', refused: 'refused', orphaned: 'refused', moved: 'requested' },
  captured: {
    send: 'sending',
    withdrawn: 'paused',
    orphaned: 'refused',
    edited: 'captured',
    moved: 'captured',
  },
  sending: {
    send: 'sending',
    taken: 'learning',
    delayed: 'waiting',
    refused: 'refused',
    withdrawn: 'paused',
    orphaned: 'refused',
  },
  waiting: {
    send: 'sending',
    retried: 'captured',
    withdrawn: 'paused',
    online: 'waiting',
    orphaned: 'refused',
    edited: 'captured',
    moved: 'captured',
  },
  accepted: {},
  learning: { looked: 'learned', withdrawn: 'paused' },
  learned: {},
  failed: { retried: 'learning' },
  canceled: { retried: 'learning' },
  unlearned: { retried: 'learning' },
  refused: { retried: 'captured', edited: 'captured', moved: 'captured' },
  paused: { retried: 'captured', orphaned: 'refused', edited: 'captured', moved: 'captured' },
};

/** Events that can end a step that was in progress when the item was discarded. */
const answers = new Set(['read', 'taken', 'delayed', 'refused', 'withdrawn', 'looked', 'orphaned']);

const pairs = Object.values(liveStates).flatMap((state) =>
  Object.values(events).map((event) => ({ state, event })),
);

describe('transition', () => {
  it.each(pairs)('$state.status on $event.type', ({ state, event }) => {
    const before = pageIn(state);
    const target = event.type === 'discarded' ? 'discarded' : moves[state.status][event.type];

    const after = transition(before, event, now);

    expect(after.state.status).toBe(target ?? state.status);
    expect(after === before).toBe(target === undefined);
    expect(after.updatedAt).toBe(target === undefined ? before.updatedAt : now);
  });

  it('keeps the text until the service has accepted it', () => {
    const captured = transition(outboxItem(), events.read, now);
    const sending = transition(captured, events.send, now);
    expect(captured.material).toEqual(pageMaterialOfTides);
    expect(captured.customId).toBe(pageUrl);
    expect(sending.material).toEqual(pageMaterialOfTides);
    expect(transition(sending, events.delayed, now).material).toEqual(pageMaterialOfTides);
    const taken = transition(sending, events.taken, now);
    expect(taken.material).toBeNull();
    expect(taken).not.toHaveProperty('wasSent');
  });

  it('stores a fingerprint and a hash to detect later changes, but no opening', () => {
    const marks = { fingerprint: '1.f', digest: 'd' };

    expect(transition(outboxItem(), { ...events.read, ...marks }, now)).toMatchObject(marks);
    const plain = transition(outboxItem(), events.read, now);
    for (const name of ['isUnfinished', 'errorStatus', 'opening']) {
      expect(plain).not.toHaveProperty(name);
    }
  });

  it.each([true, false])('updates whether a page is unfinished when it is read again: %s', (is) => {
    const read = { ...events.read, ...(is ? { isUnfinished: true } : {}) };

    expect(transition(outboxItem({ isUnfinished: true }), read, now)).toMatchObject({
      isUnfinished: is,
    });
  });

  it('cuts a title to the service’s limit without splitting a character', () => {
    const title = `${'a'.repeat(serviceLimits.titleLength - 1)}🌊`;
    const read = { ...events.read, source: { ...events.read.source, title } };

    const kept = transition(outboxItem(), read, now).source.title;

    expect(kept).toBe('a'.repeat(serviceLimits.titleLength - 1));
  });

  it('does not send an item without text', () => {
    const empty = outboxItem({ state: liveStates.captured, material: null });
    expect(transition(empty, events.send, now)).toBe(empty);
  });

  it('stores that an item might have arrived if its Memory was deleted while sending', () => {
    const sending = pageIn(liveStates.sending);
    const waiting = pageIn(liveStates.waiting);

    expect(transition(sending, events.orphaned, now).wasSent).toBe(true);
    expect(transition(waiting, events.orphaned, now)).not.toHaveProperty('wasSent');
  });

  it('marks a note as accepted once the service has it', () => {
    expect(transition(noteIn(liveStates.sending), events.taken, now).state).toEqual({
      status: 'accepted',
      existed: false,
    });
  });

  it('remembers across the person’s retry that an attempt might have arrived', () => {
    const waiting = transition(pageIn(liveStates.sending), events.delayed, now);
    expect(waiting.wasSent).toBe(true);
    const sending = transition(transition(waiting, events.retried, now), events.send, now);
    expect(sending.state).toEqual({ status: 'sending', attempt: 1 });

    const taken = transition(sending, { type: 'taken', existed: true, documentId: 'd1' }, now);

    expect(taken.state).toMatchObject({ status: 'learning', existed: false });
  });

  it('refuses the person’s text if the service already has another text of the page', () => {
    const edited = transition(pageIn(liveStates.waiting), events.edited, now);
    const sending = transition(edited, events.send, now);

    const taken = transition(sending, { type: 'taken', existed: true, documentId: 'd1' }, now);

    expect(taken.state).toEqual({ status: 'refused', error: earlierText });
    expect(taken.material).toEqual(edited.material);
    const again = transition(transition(taken, events.retried, now), events.send, now);
    expect(transition(again, events.taken, now)).toMatchObject({
      state: { status: 'learning' },
      material: null,
    });
  });

  const note = noteIn(liveStates.sending);
  const lost = { ...events.delayed, isLost: true };

  it('refuses a note after three lost responses and keeps its text', () => {
    const sentAgain = (item: OutboxItem) => transition(item, events.send, now);
    const once = transition(note, lost, now);
    const twice = transition(sentAgain(once), lost, now);
    const thrice = transition(sentAgain(twice), lost, now);

    expect([once, twice, thrice].map(({ state }) => state.status)).toEqual([
      'waiting',
      'waiting',
      'refused',
    ]);
    expect(thrice).toMatchObject({
      state: { error: mayHaveArrived },
      material: { content: 'pulls' },
    });
    const byWord = sentAgain(transition(thrice, events.retried, now));
    expect(byWord.state.status).toBe('sending');
    expect(transition(byWord, lost, now).state.status).toBe('refused');
  });

  it('counts an attempt that was interrupted because the background stopped', () => {
    const sentAgain = transition(transition(note, events.send, now), events.send, now);

    expect(sentAgain).toMatchObject({ lostAnswers: 2, state: { status: 'sending' } });
    expect(transition(sentAgain, events.send, now).state.status).toBe('refused');
  });

  it('keeps pages and offline items waiting without a limit', () => {
    for (const [first, event] of [
      [pageIn(liveStates.sending), lost],
      [note, events.delayed],
    ] as const) {
      let item: OutboxItem = first;
      for (let times = 0; times < 9; times += 1) {
        item = transition(transition(item, event, now), events.send, now);
      }
      expect(item.state.status).toBe('sending');
    }
  });

  it('counts attempts across delays', () => {
    const waiting = transition(pageIn({ status: 'sending', attempt: 3 }), events.delayed, now);
    expect(transition(waiting, events.send, now).state).toEqual({ status: 'sending', attempt: 4 });
  });

  it.each([
    [1, true],
    [2, false],
  ])('counts a document known at attempt %i as existing: %s', (attempt, existed) => {
    const taken = { type: 'taken', existed: true, documentId: 'd1' } as const;
    const after = transition(pageIn({ status: 'sending', attempt }), taken, now);
    expect(after.state).toMatchObject({ status: 'learning', existed });
  });

  it('reads a page again that was refused before it was read', () => {
    const refused = outboxItem({ state: liveStates.refused, material: null });
    expect(transition(refused, events.retried, now)).toMatchObject({
      state: { status: 'requested' },
      source: refused.source,
    });
  });

  it('reads the page in the tab that shows it now', () => {
    const refused = outboxItem({ state: liveStates.refused, material: null });
    const after = transition(refused, { type: 'retried', tabId: 99 }, now);
    expect(after.source).toEqual({ ...refused.source, tabId: 99 });
  });

  it('resumes polling if access was withdrawn after the service had accepted the page', () => {
    const paused = outboxItem({ state: liveStates.paused, material: null, customId: pageUrl });
    expect(transition(paused, events.retried, now).state).toEqual({
      status: 'learning',
      existed: false,
      documentId: null,
      polls: 0,
      nextPollAt: now,
    });
  });

  it.each([
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['deferred', 'learning'],
    ['running', 'learning'],
    [null, 'learning'],
  ])('maps a run that is %s to %s', (runStatus, status) => {
    const look = { learned: false, runStatus, documentId: null };
    const after = transition(pageIn(learningState), { type: 'looked', look }, now);
    expect(after.state.status).toBe(status);
    expect(after.state).toMatchObject({ documentId: 'd1' });
  });

  it.each([['No text was found.'], [undefined]])(
    'keeps the reason for a failed run: %s',
    (reason) => {
      const look = { learned: false, runStatus: 'failed', documentId: 'd1' };
      const told = reason === undefined ? look : { ...look, reason };

      const after = transition(pageIn(learningState), { type: 'looked', look: told }, now);

      expect(after.state).toEqual({ status: 'failed', documentId: 'd1', reason: reason ?? null });
    },
  );

  it('polls a limited number of times, with growing delays', () => {
    const look = { learned: false, runStatus: 'running', documentId: 'd1' };
    let item: OutboxItem = pageIn(learningState);
    const gaps: number[] = [];
    while (item.state.status === 'learning') {
      item = transition(item, { type: 'looked', look }, now);
      if (item.state.status === 'learning') gaps.push(item.state.nextPollAt - now);
    }
    expect(item.state.status).toBe('unlearned');
    expect(gaps.length).toBeGreaterThan(5);
    expect(gaps.length).toBeLessThan(20);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(pollDelayMs(gaps.length + 1)).toBeNull();
  });
});

describe('an accepted note', () => {
  const note = outboxItem({
    kind: 'note',
    material: { kind: 'note', content: 'Ask Ines.' },
    state: liveStates.sending,
  });
  const taken = { type: 'taken', existed: false, documentId: null } as const;

  it('stores the service’s id if there is one', () => {
    expect(transition(note, { ...taken, noteId: 'note-9' }, now)).toMatchObject({
      noteId: 'note-9',
    });
    expect(transition(note, taken, now)).not.toHaveProperty('noteId');
  });
});

describe('transition of a discarded item', () => {
  it.each(Object.values(liveStates))('restores $status unchanged', (state) => {
    const item = pageIn(state);
    const discarded = transition(item, events.discarded, now);

    expect(discarded).toEqual({
      ...item,
      updatedAt: now,
      state: { status: 'discarded', until: 600_000, before: state },
    });
    expect(transition(discarded, events.restored, 70_000)).toEqual({ ...item, updatedAt: 70_000 });
  });

  it.each(pairs.filter(({ event }) => event.type !== 'restored'))(
    'applies only responses: $state.status, $event.type',
    ({ state, event }) => {
      const item = pageIn(state);
      const seen = answers.has(event.type) ? transition(item, event, now) : item;

      const after = transition(discardedFrom(item), event, now);

      expect(after).toEqual(discardedFrom(seen));
    },
  );

  it('is not sent', () => {
    const discarded = discardedFrom(pageIn(liveStates.captured));
    expect(transition(discarded, events.send, now)).toBe(discarded);
  });

  it('keeps its removal time when discarded again', () => {
    const discarded = discardedFrom(pageIn(liveStates.learned));
    expect(transition(discarded, { type: 'discarded', until: 900_000 }, now)).toBe(discarded);
  });
});

describe('transition of an item the person edits', () => {
  it.each([
    ['without a page takes its title from the new text', true, 'By the year.', 'By the year.'],
    ['of a page keeps its title', false, 'Tides', undefined],
  ] as const)('a note %s', (_name, isWritten, title, opening) => {
    const note = outboxItem({
      kind: 'note',
      isWritten,
      source: { url: '', title: 'Tides', tabId: null, frameId: null },
      material: { kind: 'note', content: 'Ask Ines.' },
      state: liveStates.refused,
    });
    const content = 'By the\nyear.';

    const edited = transition(note, { ...events.edited, title: null, content }, now);

    expect(edited).toMatchObject({ source: { title }, material: { content } });
    expect('opening' in edited ? edited.opening : undefined).toBe(opening);
  });

  it.each(['captured', 'waiting', 'refused', 'paused'] as const)(
    'sends an edited item that was %s',
    (status) => {
      const item = pageIn(liveStates[status]);

      const edited = transition(item, events.edited, now);

      expect(edited).toEqual({
        ...item,
        updatedAt: now,
        state: { status: 'captured' },
        container: events.edited.container,
        source: { ...item.source, title: 'Tides, revised' },
        wasSent: false,
        material: {
          ...pageMaterialOfTides,
          title: 'Tides, revised',
          content: events.edited.content,
          isEdited: true,
        },
      });
    },
  );

  it('keeps the page’s title if none is given', () => {
    const edited = transition(pageIn(liveStates.refused), { ...events.edited, title: null }, now);

    expect(edited).toMatchObject({ source: { title: 'Tides' }, material: { title: 'Tides' } });
  });

  const { title, content } = pageMaterialOfTides;
  it.each([
    ['the same text', false, { title, content }, false],
    ['the same text after an edit', true, { title, content }, true],
    ['another title', false, { title: 'Ebb', content }, true],
    ['another text', false, { title, content: 'Ebb.' }, true],
  ])('marks a page as edited: %s', (_, isEdited, words, after) => {
    const material = { ...pageMaterialOfTides, isEdited };
    const item = { ...pageIn(liveStates.refused), material };

    expect(transition(item, { ...events.edited, ...words }, now).material).toMatchObject({
      isEdited: after,
    });
  });

  it('changes a note’s text, but not its source', () => {
    const note = outboxItem({
      kind: 'note',
      state: liveStates.refused,
      material: { kind: 'note', content: 'pulls' },
    });

    const edited = transition(note, { ...events.edited, title: 'no such thing' }, now);

    expect(edited).toMatchObject({
      source: note.source,
      material: { kind: 'note', content: events.edited.content },
    });
  });

  it('changes nothing if there is no text', () => {
    const refused = outboxItem({ state: liveStates.refused, material: null });
    expect(transition(refused, events.edited, now)).toBe(refused);
  });
});

describe('transition once the browser is online', () => {
  it.each([offline, { ...offline, code: 'memory.timeout' }] as const)(
    'makes an item due that waited for the network and keeps its attempts: $code',
    (error) => {
      const waiting = pageIn({ ...liveStates.waiting, attempt: 4, until: 900_000, error });
      expect(transition(waiting, events.online, now).state).toEqual({
        status: 'waiting',
        attempt: 4,
        until: now,
        error,
      });
    },
  );

  it.each(['memory.rate-limited', 'memory.server', 'memory.turns-exhausted'] as const)(
    'leaves an item waiting for %s',
    (code) => {
      const error = { code, message: '', retryable: true };
      const waiting = pageIn({ ...liveStates.waiting, until: 900_000, error });
      expect(transition(waiting, events.online, now)).toBe(waiting);
    },
  );

  it.each([now - 1, now])('does not postpone an item that is already due: %i', (until) => {
    const waiting = pageIn({ ...liveStates.waiting, until });
    expect(transition(waiting, events.online, now)).toBe(waiting);
  });
});

describe('transition of an item moved to another connection', () => {
  it.each(['requested', 'captured', 'waiting', 'refused', 'paused'] as const)(
    'starts a %s item over',
    (status) => {
      const item = pageIn(liveStates[status]);
      const { connectionId, container } = events.moved;

      expect(transition(item, events.moved, now)).toEqual({
        ...item,
        connectionId,
        container,
        wasSent: false,
        state: { status: item.material === null ? 'requested' : 'captured' },
        updatedAt: now,
      });
    },
  );

  it('resets a note’s lost responses, because nothing was sent to the new connection', () => {
    const note = { ...noteIn(liveStates.refused), wasSent: true, lostAnswers: 3 };

    expect(transition(note, events.moved, now)).toMatchObject({ wasSent: false, lostAnswers: 0 });
  });

  it('leaves an accepted item', () => {
    const taken = outboxItem({ state: liveStates.paused, material: null, customId: pageUrl });
    expect(transition(taken, events.moved, now)).toBe(taken);
  });

  it('leaves an item refused before it was read', () => {
    const unread = outboxItem({ state: liveStates.refused, material: null });
    expect(transition(unread, events.moved, now)).toBe(unread);
  });

  it('leaves an item that already belongs to the connection', () => {
    const item = pageIn(liveStates.paused);
    const moved = { ...events.moved, connectionId: item.connectionId };
    expect(transition(item, moved, now)).toBe(item);
  });
});
