import { describe, expect, it } from 'vitest';
import type { MorePassages } from '../../lib/search/model.ts';
import type { QueryState } from '../app/use-query.ts';
import { moreText } from './hit-group.tsx';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';

function answered(changes: Partial<MorePassages>): QueryState<MorePassages> {
  return {
    status: 'ready',
    since: null,
    value: { hits: [], looked: 50, isAll: false, unanswered: [], ...changes },
  };
}

const silent = { memory: 'Reading', reason: 'It is still starting.' };

describe('moreText', () => {
  it.each([
    ['nothing before it is requested', { status: 'idle' }, 0, null],
    ['nothing while loading', { status: 'loading', since: 0 }, 0, null],
    [
      'that there is no more',
      answered({ isAll: true, looked: 7 }),
      0,
      t('search_group_nothingLeft'),
    ],
    [
      'how many were searched if there can be more',
      answered({}),
      0,
      sentences(t('search_group_nothingLeft'), t('search_group_top', { count: 50 })),
    ],
    [
      'how many were found',
      answered({ isAll: true }),
      2,
      sentences(plural(2, 'search_group_page')),
    ],
    [
      'that there can be more than those found',
      answered({}),
      1,
      sentences(plural(1, 'search_group_page'), t('search_group_top', { count: 50 })),
    ],
    [
      'that the Memory could not answer',
      answered({ unanswered: [silent] }),
      0,
      sentences(t('search_unanswered', { memories: 'Reading' }), 'It is still starting.'),
    ],
    [
      'what failed',
      {
        status: 'failed',
        error: { code: 'memory.timeout', message: '', retryable: true },
        value: null,
        since: null,
      },
      0,
      expect.stringMatching(/\.$/),
    ],
  ] satisfies [string, QueryState<MorePassages>, number, unknown][])(
    'shows %s',
    (_, state, added, words) => {
      expect(moreText(state, added)).toEqual(words);
    },
  );
});
