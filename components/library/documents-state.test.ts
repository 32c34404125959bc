import { describe, expect, it } from 'vitest';
import type { ListedDocument } from '../../lib/library/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import {
  type DocumentsAction,
  documentsReducer,
  documentsShown,
  type DocumentsState,
  lacksAccess,
  noDocuments,
} from './documents-state.ts';

const server: AppError = { code: 'memory.server', message: '', retryable: true };
const unauthorized: AppError = { code: 'memory.unauthorized', message: '', retryable: false };

function document(id: string, savedAt: number | null): ListedDocument {
  const rest = { title: id, url: null, opening: null, learning: 'learned', reason: null } as const;
  return { id, savedAt, customId: null, ...rest };
}

/** Creates documents by name: `a9` was saved 9 ms after the epoch, `a` has no time. */
const documentsOf = (...names: string[]) =>
  names.map((name) => document(name, name.length > 1 ? Number(name.slice(1)) : null));

const read = (
  id: string,
  cursor: string | null,
  names: readonly string[],
  nextCursor: string | null = null,
): DocumentsAction => ({
  type: 'part-read',
  id,
  cursor,
  list: { documents: documentsOf(...names), nextCursor, isCut: false },
  askedAt: 100,
});

function after(...actions: DocumentsAction[]): DocumentsState {
  const memories: DocumentsAction = { type: 'memories', ids: ['a', 'b'] };
  return [memories, ...actions].reduce(documentsReducer, noDocuments);
}

function shown(state: DocumentsState, ids: readonly string[] = ['a', 'b']) {
  const { rows, next } = documentsShown(state, ids);
  return { ids: rows.map((row) => row.document.id), next };
}

describe('documents of several Memories', () => {
  it('are merged by the time they were saved', () => {
    const state = after(read('a', null, ['a9', 'a3']), read('b', null, ['b7', 'b1']));

    expect(shown(state)).toEqual({ ids: ['a9', 'b7', 'a3', 'b1'], next: null });
    expect(shown(state, ['b'])).toEqual({ ids: ['b7', 'b1'], next: null });
  });

  it('end where an unread page could start, and request that page next', () => {
    const state = after(read('a', null, ['a9', 'a5'], 'x'), read('b', null, ['b7', 'b4', 'b1']));

    expect(shown(state)).toEqual({ ids: ['a9', 'b7', 'a5'], next: 'a' });
    const whole = documentsReducer(state, read('a', 'x', ['a2']));
    expect(shown(whole)).toEqual({ ids: ['a9', 'b7', 'a5', 'b4', 'a2', 'b1'], next: null });
  });

  it('keep the service’s order within a Memory, whatever their times', () => {
    const state = after(read('a', null, ['a9', 'a', 'a12', 'a3']), read('b', null, ['b8']));

    expect(shown(state).ids).toEqual(['a9', 'a', 'a12', 'b8', 'a3']);
  });

  it('come last if their Memory has no times, without delaying others', () => {
    const state = after(read('a', null, ['p', 'q'], 'x'), read('b', null, ['b8', 'b2']));

    expect(shown(state)).toEqual({ ids: ['b8', 'b2', 'p', 'q'], next: 'a' });
  });

  it('are shown even if another Memory fails', () => {
    const state = after(
      read('a', null, ['a9'], 'x'),
      { type: 'part-failed', id: 'a', error: server },
      read('b', null, ['b3']),
    );

    expect(shown(state)).toEqual({ ids: ['a9', 'b3'], next: null });
  });

  it('are removed with their Memory', () => {
    const state = after(read('a', null, ['a9']), read('b', null, ['b3']));

    expect(shown(documentsReducer(state, { type: 'memories', ids: ['b'] })).ids).toEqual(['b3']);
    expect(documentsReducer(noDocuments, read('a', null, ['a9']))).toEqual(noDocuments);
  });
});

describe('reading further pages', () => {
  it('stops if a cursor repeats', () => {
    const state = after(
      read('a', null, ['a9'], 'x'),
      read('a', 'x', ['a8'], 'y'),
      read('a', 'y', ['a7'], 'x'),
    );

    expect(shown(state, ['a'])).toEqual({ ids: ['a9', 'a8', 'a7'], next: null });
  });

  it('stops after a page with nothing new, and continues after an empty page', () => {
    const again = after(read('a', null, ['a9'], 'x'), read('a', 'x', ['a9'], 'y'));
    const empty = after(read('a', null, ['a9'], 'x'), read('a', 'x', [], 'y'));

    expect(shown(again, ['a'])).toEqual({ ids: ['a9'], next: null });
    expect(shown(empty, ['a']).next).toBe('a');
  });

  it('ignores a page for an outdated cursor', () => {
    const state = after(read('a', null, ['a9'], 'x'), read('a', 'w', ['a1'], null));

    expect(shown(state, ['a'])).toEqual({ ids: ['a9'], next: 'a' });
  });
});

describe('reading the first page again', () => {
  const twoPages = [read('a', null, ['a9', 'a8'], 'x'), read('a', 'x', ['a7', 'a6'], 'y')];

  it('adds new documents, removes missing ones, and keeps later pages', () => {
    const state = after(...twoPages, read('a', null, ['b10', 'a8'], 'z'));

    expect(shown(state, ['a'])).toEqual({ ids: ['b10', 'a8', 'a7', 'a6'], next: 'a' });
    expect(state.parts.get('a')?.cursor).toBe('y');
  });

  it('continues from its end if it covers everything, even with earlier cursors', () => {
    const state = after(
      ...twoPages,
      read('a', null, ['a9', 'a8', 'a7', 'a6'], 'x'),
      read('a', 'x', ['a5'], 'y'),
    );

    expect(shown(state, ['a'])).toEqual({ ids: ['a9', 'a8', 'a7', 'a6', 'a5'], next: 'a' });
  });

  it.each([
    ['shares nothing with the list', ['a20', 'a19'], 'z', ['a20', 'a19']],
    ['is complete', ['a8'], null, ['a8']],
  ])('replaces the list if the page %s', (_, names, nextCursor, ids) => {
    const state = after(...twoPages, read('a', null, names, nextCursor));

    expect(shown(state, ['a']).ids).toEqual(ids);
    expect(state.parts.get('a')?.cursor).toBe(nextCursor);
  });
});

it('marks a cut list until it is read in full', () => {
  const list = { documents: documentsOf('a9'), nextCursor: null, isCut: true };
  const cut = after({ type: 'part-read', id: 'a', cursor: null, list, askedAt: 100 });

  expect(cut.parts.get('a')?.isCut).toBe(true);
  const whole = documentsReducer(cut, read('a', null, ['a9']));
  expect(whole.parts.get('a')?.isCut).toBe(false);
});

describe('a failure', () => {
  it('keeps the documents, unless access was withdrawn', () => {
    const before = after(read('a', null, ['a9']));
    const failed = (error: AppError) => documentsReducer(before, { type: 'failed', error });
    const partFailed = (error: AppError) =>
      documentsReducer(before, { type: 'part-failed', id: 'a', error });

    expect(shown(failed(server)).ids).toEqual(['a9']);
    expect(shown(failed(unauthorized)).ids).toEqual([]);
    expect(shown(partFailed(server)).ids).toEqual(['a9']);
    expect(shown(partFailed(unauthorized)).ids).toEqual([]);
  });

  it.each([
    [server, false],
    [unauthorized, true],
    [{ code: 'memory.not-permitted', message: '', retryable: false } as const, true],
  ])('of %j means that access is missing: %s', (error, isLacking) => {
    expect(lacksAccess(after({ type: 'failed', error }))).toBe(isLacking);
    expect(lacksAccess(after({ type: 'part-failed', id: 'a', error }))).toBe(isLacking);
  });
});

it('removes a deleted document', () => {
  const state = after(read('a', null, ['a9', 'a8']), { type: 'deleted', documentId: 'a9' });

  expect(shown(state).ids).toEqual(['a8']);
});
