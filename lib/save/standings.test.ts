import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { type LiveState, type PageItem, type LiveSummary, summaryOf } from '../outbox/model.ts';
import { fingerprintOf } from '../fingerprint/fingerprint.ts';
import { comparisonsOf } from './previews.ts';

const now = fingerprintOf('The moon pulls at the sea, and the sea lets go of the land.');
const then = fingerprintOf(
  'Another text altogether stood here once, of some length, about lamps and wicks and about nothing else at all.',
);
const article = { fingerprint: now, capture: { part: 'article' } } as const;
const whole = { fingerprint: then, capture: { part: 'page' } } as const;
const learned: LiveState = { status: 'learned', existed: false, documentId: null };
const existed: LiveState = { ...learned, existed: true };

type KeptPage = PageItem & { state: LiveState };

function saved(changes: Partial<KeptPage> = {}): LiveSummary {
  return summaryOf(outboxItem({ state: learned, fingerprint: now, createdAt: 500, ...changes }));
}

describe('comparisonsOf', () => {
  it.each<[string, LiveSummary[], object[]]>([
    ['nothing if nothing was saved', [], []],
    ['the same text', [saved()], [{ words: 'same', savedAt: 500 }]],
    ['changed', [saved({ fingerprint: then })], [{ words: 'changed', savedAt: 500 }]],
    [
      'the same text if one of the versions has it',
      [saved({ createdAt: 900, fingerprint: then, isVersion: true }), saved()],
      [{ words: 'same', savedAt: 500 }],
    ],
    [
      'unknown for a save without a fingerprint',
      [summaryOf(outboxItem({ state: learned }))],
      [{ words: 'unknown', savedAt: 1_000 }],
    ],
    [
      'unknown for a saved address',
      [summaryOf(outboxItem({ kind: 'link', state: learned }))],
      [{ words: 'unknown' }],
    ],
    [
      'the stored text, not the text read for an existing page',
      [saved({ createdAt: 900, state: existed }), saved({ fingerprint: then })],
      [{ words: 'changed', savedAt: 500 }],
    ],
    [
      'a version as read, even if it already existed',
      [saved({ createdAt: 900, state: existed, isVersion: true }), saved({ fingerprint: then })],
      [{ words: 'same', savedAt: 900 }],
    ],
    [
      'nothing for a note or a refused save',
      [
        summaryOf(outboxItem({ kind: 'note', state: learned })),
        saved({
          state: { status: 'refused', error: { code: 'page.gone', message: '', retryable: true } },
        }),
      ],
      [],
    ],
  ])('returns %s', (_name, saves, comparisons) => {
    expect(comparisonsOf(saves, article)).toMatchObject(comparisons);
    expect(comparisonsOf(saves, article)).toHaveLength(comparisons.length);
  });

  it('compares each Memory separately', () => {
    const work = { id: 'work', name: 'Work' };

    const comparisons = comparisonsOf(
      [saved(), saved({ container: work, fingerprint: then })],
      article,
    );

    expect(comparisons).toEqual([
      { memoryId: 'reading', savedAt: 500, words: 'same' },
      { memoryId: 'work', savedAt: 500, words: 'changed' },
    ]);
  });

  it('compares the whole page only with a whole page, and says so if there is none', () => {
    const wholeSave = saved({ part: 'page', fingerprint: then, createdAt: 900 });

    expect(comparisonsOf([saved()], whole)).toMatchObject([{ words: 'other-part', savedAt: 500 }]);
    expect(comparisonsOf([wholeSave], article)).toMatchObject([{ words: 'other-part' }]);
    expect(comparisonsOf([saved(), wholeSave], whole)).toMatchObject([
      { words: 'same', savedAt: 900 },
    ]);
    expect(comparisonsOf([wholeSave, saved({ part: 'article' })], article)).toMatchObject([
      { words: 'same', savedAt: 500 },
    ]);
  });
});
