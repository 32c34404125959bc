import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contract/errors.ts';
import type { LiveState } from '../../lib/outbox/model.ts';
import { earlierText } from '../../lib/outbox/transition.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import type { Line } from '../../service/transfer/format.ts';
import { afterwards, reset } from '../faults/faults.ts';
import type { Entry } from '../faults/fault-server.ts';
import { judge, type Evidence } from './judge.ts';
import { askedFor, type Asked } from './ledger.ts';
import { markOf, notedWords } from './site.ts';

const origin = 'http://127.0.0.1:4000';
const memories = ['Harbours', 'Lighthouses'];
const number = 7;
const learned: LiveState = { status: 'learned', existed: false, documentId: 'd' };
const accepted: LiveState = { status: 'accepted', existed: false };

function asked(kind: 'page' | 'note', clicks: { isAnswered: boolean; state: LiveState | null }[]) {
  const pageKind = kind === 'page' ? 'english' : 'words';
  const page = { kind: pageKind, number } as const;
  const wish = { nth: number, kind, page, memory: 0, isLeftEarly: false };
  const made: Asked = askedFor(wish, origin);
  for (const [nth, click] of clicks.entries()) made.clicks.set(`${nth}`, { ...click, retries: 0 });
  return made;
}

const document = (changes: object = {}): Line => ({
  type: 'document',
  memory: 'Harbours',
  custom_id: `${origin}/english/7`,
  content: `This page is ${markOf({ number })}.`,
  saved_at: '2026-11-01T10:00:00Z',
  ...changes,
});

const note = (changes: object = {}): Line => ({
  type: 'note',
  memory: 'Harbours',
  content: notedWords({ number }),
  saved_at: '2026-11-01T10:00:00Z',
  ...changes,
});

const sending = (changes: Partial<Entry> = {}): Entry => ({
  nth: 0,
  at: 10_000,
  method: 'POST',
  path: '/v1/memories',
  authorization: null,
  body: JSON.stringify({ content: notedWords({ number }) }),
  fault: null,
  isPassedOn: true,
  servedStatus: 202,
  isDone: true,
  bytes: 0,
  outcome: 'answered',
  ...changes,
});

function verdictOn(evidence: Partial<Evidence>) {
  const storage = { usedBytes: 0, limitBytes: 1, isNearlyFull: false };
  return judge({
    ledger: [],
    memories,
    contents: [],
    log: [],
    breaks: [],
    endOf: ({ at }) => at + 50,
    shown: { items: [], storage },
    ...evidence,
  });
}

function refusedFor(error: AppError): LiveState {
  return { status: 'refused', error };
}

const answered = { isAnswered: true, state: learned };
const noted = { isAnswered: true, state: accepted };
const lost = sending({ fault: afterwards(reset), outcome: 'lost' });

describe('the judgment on documents', () => {
  const page = asked('page', [answered]);

  it('finds no fault if each document is stored once', () => {
    expect(verdictOn({ ledger: [page, page], contents: [document()] }).faults).toEqual([]);
  });

  it.each<[string, Line[], RegExp]>([
    ['one that is missing', [], /is missing: wish 7 learned/],
    ['one that is there twice', [document(), document()], /is there 2 times/],
    [
      'one in another Memory',
      [document({ memory: 'Lighthouses' })],
      /Lighthouses was not asked for/,
    ],
    [
      'one with the text of another',
      [document({ content: markOf({ number: 8 }) })],
      /another page/,
    ],
  ])('reports %s', (_case, contents, words) => {
    expect(verdictOn({ ledger: [page], contents }).faults.join()).toMatch(words);
  });

  it('requires no document if no click was accepted', () => {
    const unanswered = asked('page', [{ isAnswered: false, state: null }]);
    expect(verdictOn({ ledger: [unanswered] }).faults).toEqual([]);
  });
});

describe('the judgment on notes', () => {
  const ledger = [asked('note', [noted])];

  it('accepts a note that is sent again because its response was lost', () => {
    const verdict = verdictOn({ ledger, contents: [note()], log: [lost, sending()] });
    expect(verdict).toMatchObject({ faults: [], lostResponses: ['reset after the write'] });
  });

  it('expects two notes for two clicks', () => {
    const twice = [asked('note', [noted, noted])];
    const verdict = verdictOn({
      ledger: twice,
      contents: [note(), note()],
      log: [sending(), sending()],
    });
    expect(verdict).toMatchObject({ faults: [], lostResponses: [] });
  });

  it('excuses a note resent because the worker stopped before the response', () => {
    const breaks = [{ kind: 'worker stopped', from: 10_500, to: 10_700 }] as const;
    const log = [sending(), sending({ at: 20_000 })];
    expect(verdictOn({ ledger, contents: [note()], log, breaks }).faults).toEqual([]);
  });

  it.each<[string, Line[], Entry[], RegExp]>([
    ['one that is missing', [], [], /is there 0 times/],
    ['one that is doubled', [note(), note()], [lost, sending()], /is there 2 times, not 1/],
    ['one resent after its response arrived', [note()], [sending(), sending()], /sent again/],
    [
      'one that was changed on its way',
      [note({ content: `${markOf({ number })} only` })],
      [],
      /word for word/,
    ],
  ])('reports %s', (_case, contents, log, words) => {
    expect(verdictOn({ ledger, contents, log }).faults.join()).toMatch(words);
  });

  it('reports a note that was not asked for', () => {
    expect(verdictOn({ contents: [note()] }).faults.join()).toMatch(/was not asked for/);
  });
});

describe('the judgment on edited text', () => {
  const changed = `${notedWords({ number })} Changed.`;
  const ledger = [{ ...asked('note', [noted]), edits: [changed] }];

  it('accepts the edited note as the one asked for', () => {
    const log = [sending({ body: JSON.stringify({ content: changed }) })];
    const contents = [note({ content: changed })];
    expect(verdictOn({ ledger, contents, log }).faults).toEqual([]);
  });

  it('reports an edit that was sent while the Memory has the earlier text', () => {
    const log = [sending(), sending({ body: JSON.stringify({ content: changed }) })];
    const verdict = verdictOn({ ledger, contents: [note()], log });
    expect(verdict.faults.join()).toMatch(/change of wish 7 was lost/);
  });

  it('counts the last of several edits', () => {
    const twice = [{ ...asked('note', [noted]), edits: [changed, `${changed} Twice.`] }];
    const verdict = verdictOn({ ledger: twice, contents: [note({ content: changed })] });
    expect(verdict.faults.join()).toMatch(/change of wish 7 was lost/);
  });

  const page = asked('page', [{ isAnswered: true, state: refusedFor(earlierText) }]);
  const editedPage = { ...page, edits: [`${markOf({ number })} Changed.`] };

  it('accepts a reason shown in the list of saves as an outcome', () => {
    const items = [outboxItem({ id: '0', state: refusedFor(earlierText) })];
    const shown = { items, storage: { usedBytes: 0, limitBytes: 1, isNearlyFull: false } };
    const contents = [document()];
    expect(verdictOn({ ledger: [editedPage], contents, shown }).faults).toEqual([]);
  });

  it('reports a page with the text before the edit', () => {
    const learnedPage = { ...asked('page', [answered]), edits: editedPage.edits };
    const verdict = verdictOn({ ledger: [learnedPage], contents: [document()] });
    expect(verdict.faults).toEqual(['The change of wish 7 was lost.']);
  });
});

describe('the judgment on failed saves', () => {
  const error = {
    code: 'page.no-text',
    message: 'The page has no text.',
    retryable: false,
  } as const;
  const page = { ...asked('page', [{ isAnswered: true, state: { status: 'refused', error } }]) };

  it('reports a failed save whose reason the list of saves doesn’t show', () => {
    const ledger = [{ ...page, refusal: 'page.no-text' }];
    expect(verdictOn({ ledger }).faults.join()).toMatch(/does not say why/);
  });
});
