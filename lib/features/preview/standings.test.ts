import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/fixtures/outbox-item.ts';
import type { KeptState } from '../../contracts/outbox.ts';
import { fingerprintOf } from '../../core/page-version/fingerprint.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { standingsOf } from './standings.ts';

const now = fingerprintOf('The moon pulls at the sea, and the sea lets go of the land.');
const then = fingerprintOf(
  'Another text altogether stood here once, of some length, about lamps and wicks and about nothing else at all.',
);
const learned: KeptState = { status: 'learned', existed: false, documentId: null };
const existed: KeptState = { ...learned, existed: true };

function saved(changes: Partial<KeptItem> = {}): KeptItem {
  return outboxItem({ state: learned, fingerprint: now, createdAt: 500, ...changes });
}

describe('standingsOf', () => {
  it.each<[string, KeptItem[], object[]]>([
    ['nothing where nothing was saved', [], []],
    ['the same', [saved()], [{ words: 'same', savedAt: 500 }]],
    ['changed', [saved({ fingerprint: then })], [{ words: 'changed', savedAt: 500 }]],
    [
      'the same where one of the versions says so',
      [saved({ createdAt: 900, fingerprint: then, isVersion: true }), saved()],
      [{ words: 'same', savedAt: 500 }],
    ],
    [
      'unknown for a save of before',
      [outboxItem({ state: learned })],
      [{ words: 'unknown', savedAt: 1_000 }],
    ],
    [
      'unknown for an address alone',
      [outboxItem({ kind: 'link', state: learned })],
      [{ words: 'unknown' }],
    ],
    [
      'what is held, not what was read of a page that was there',
      [saved({ createdAt: 900, state: existed }), saved({ fingerprint: then })],
      [{ words: 'changed', savedAt: 500 }],
    ],
    [
      'a version as read, though it was there',
      [saved({ createdAt: 900, state: existed, isVersion: true }), saved({ fingerprint: then })],
      [{ words: 'same', savedAt: 900 }],
    ],
    [
      'nothing for a note or a refused save',
      [
        saved({ kind: 'note' }),
        saved({
          state: { status: 'refused', error: { code: 'page.gone', message: '', retryable: true } },
        }),
      ],
      [],
    ],
  ])('says %s', (_name, saves, standings) => {
    expect(standingsOf(saves, now)).toMatchObject(standings);
    expect(standingsOf(saves, now)).toHaveLength(standings.length);
  });

  it('says it of each Memory apart', () => {
    const work = { id: 'work', name: 'Work' };

    const standings = standingsOf([saved(), saved({ container: work, fingerprint: then })], now);

    expect(standings).toEqual([
      { memoryId: 'reading', savedAt: 500, words: 'same' },
      { memoryId: 'work', savedAt: 500, words: 'changed' },
    ]);
  });
});
