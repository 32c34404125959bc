import { describe, expect, it } from 'vitest';
import { nothingAnswers, nothingFound } from '../../lib/contract/nothing-found.ts';
import type { CallWait, SearchResult } from '../../lib/search/model.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import {
  answerAsText,
  namedSources,
  shownText,
  sourcesTitle,
  waitingView,
  quotedSpans,
  askErrorText,
} from './ask-view.ts';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { timeOfDay } from '../../lib/i18n/time.ts';

const source: SearchResult = {
  key: '1',
  memory: 'Reading',
  kind: 'page',
  title: 'The long memory of harbours',
  url: 'https://example.org/harbours',
  passage: 'The customs house burned\nin 1871.',
  marks: [],
  savedAt: null,
};
const note: SearchResult = {
  ...source,
  key: '2',
  kind: 'note',
  title: null,
  url: null,
  memory: ' ',
};
const answer: AskedAnswer = { text: 'In 1871.\n', sources: [source], sourcesFrom: 'answer' };

function waiting(wait: CallWait | null, now: number) {
  return waitingView({ status: 'asking', askId: '1', since: 1_000, wait }, now);
}

describe('waitingView', () => {
  it('counts whole seconds, never below zero', () => {
    expect(waiting(null, 3_900).elapsed).toBe(2);
    expect(waiting(null, 500).elapsed).toBe(0);
  });

  it('explains a slow answer only once it is slow', () => {
    expect(waiting(null, 10_999).reason).toBeNull();
    expect(waiting(null, 11_000).reason).toBe(t('common_slow'));
  });

  it.each<[CallWait, string, string | null]>([
    [{ reason: 'turn' }, t('ask_waiting_busy'), null],
    [
      { reason: 'rate-limit', until: 13_000 },
      t('errors_memory_rate_limited_title'),
      t('ask_waiting_tryingIn', { count: '12s' }),
    ],
    [
      { reason: 'rate-limit', until: 1_001 },
      t('errors_memory_rate_limited_title'),
      t('ask_waiting_tryingIn', { count: '1s' }),
    ],
    [
      { reason: 'turns-exhausted', until: 1_000 },
      t('ask_waiting_busy'),
      t('ask_waiting_tryingNow'),
    ],
    [
      { reason: 'retry', until: 5_000 },
      t('ask_waiting_retry'),
      t('ask_waiting_tryingIn', { count: '4s' }),
    ],
  ])('shows why and until when: %o', (wait, reason, next) => {
    const view = waiting(wait, 1_000);

    expect(view.reason).toBe(reason);
    expect(view.next).toBe(next);
  });
});

describe('shownText', () => {
  it('limits the text to 20,000 characters and reports the cut', () => {
    const { shown, isCut } = shownText('x'.repeat(20_001));

    expect(shown).toHaveLength(20_000);
    expect(isCut).toBe(true);
  });
});

describe('namedSources', () => {
  it('names each source’s Memory, or that it is unknown', () => {
    const memories = namedSources({ ...answer, sources: [source, note] }).map((one) => one.memory);

    expect(memories).toEqual(['Reading', t('ask_unnamed')]);
  });

  it('marks what the answer quotes', () => {
    const text = '“The customs house burned”';
    const [named] = namedSources({ ...answer, text });

    expect(named?.marks).toEqual([[0, 24]]);
  });
});

describe('sourcesTitle', () => {
  it('distinguishes the answer’s sources from search results', () => {
    expect(sourcesTitle(answer)).toBe(plural(1, 'ask_sources_answer'));
    expect(sourcesTitle({ ...answer, sourcesFrom: 'search' })).toBe(t('ask_sources_search'));
  });
});

describe('sourcesTitle of quotes', () => {
  it('says whether they answer the question', () => {
    const quotes = { ...answer, isQuotes: true };

    expect(sourcesTitle(quotes)).toBe(t('ask_quotes'));
    expect(sourcesTitle({ ...quotes, isUnanswered: true })).toBe(t('ask_related'));
  });
});

describe('answerAsText', () => {
  it('contains question, answer and sources', () => {
    expect(answerAsText('When?', { ...answer, sources: [source, note] })).toBe(
      [
        'When?',
        'In 1871.',
        `${plural(2, 'ask_sources_answer')}:`,
        '1. The long memory of harbours · Reading · https://example.org/harbours\n   “The customs house burned in 1871.”',
        `2. ${t('search_yourNote')} · ${t('ask_unnamed')}\n   “The customs house burned in 1871.”`,
      ].join('\n\n'),
    );
  });

  it('says that nothing answers the question, above the related sources', () => {
    const related = { ...answer, text: nothingAnswers, isQuotes: true, isUnanswered: true };

    expect(answerAsText('When?', related)).toMatch(
      `When?\n\n${t('ask_nothing')}\n\n${t('ask_related')}:\n\n1. `,
    );
  });

  it('has no warning if nothing was found', () => {
    const none = { ...answer, text: nothingFound, sources: [] };

    expect(answerAsText('When?', none)).toBe(`When?\n\n${t('ask_nothing')}`);
  });

  it.each([
    ['related sources', { isQuotes: true, isUnanswered: true }],
    ['an answer that cites no sources', { sourcesFrom: 'search' as const }],
  ])('ends the heading of the sources with one colon: %s', (_what, changed) => {
    const text = answerAsText('When?', { ...answer, ...changed });

    expect(text).toMatch(/[^:]:\n\n1\. /);
  });

  it('warns if the answer has no sources', () => {
    const text = answerAsText('When?', { ...answer, sources: [] });

    expect(text).toBe(`When?\n\nIn 1871.\n\n${t('ask_sources_none')}`);
  });
});

const passage =
  'Tides\nThe moon pulls. "The pond was full by noon," she wrote. It was so. It fell again\nby night.';

function quoted(text: string): string[] {
  return quotedSpans(passage, text).map(([start, end]) => passage.slice(start, end));
}

describe('quotedSpans', () => {
  it('marks each sentence that the passage contains word for word', () => {
    expect(quoted('“The pond was full by noon," she wrote.”\n\n“It fell again”')).toEqual([
      'The pond was full by noon," she wrote',
      'It fell again',
    ]);
  });

  it.each(['The pond filled at noon.', 'It was so.', ''])('marks nothing for %j', (text) => {
    expect(quoted(text)).toEqual([]);
  });
});

describe('askErrorText', () => {
  const at = Date.parse('2026-11-30T15:30:00Z');

  it('says that the model failed, with the service’s own message', () => {
    const error: AppError = {
      code: 'memory.server',
      message: 'The model’s endpoint returned status 500.',
      status: 500,
      details: { agent: 'small' },
      retryable: true,
    };

    expect(askErrorText(error, 0)).toMatchObject({
      title: t('ask_modelFailed'),
      quote: error.message,
    });
    expect(askErrorText({ ...error, details: {} }, 0).title).not.toBe(t('ask_modelFailed'));
  });

  function textOf(code: AppErrorCode, rest: object = {}) {
    return askErrorText({ code, message: '', retryable: false, ...rest } as AppError, at);
  }

  it('says when to ask again after the daily limit is reached', () => {
    const message = 'The daily limit of 20 questions and new standing facts is reached.';
    const midnight = timeOfDay(Date.parse('2026-12-01T00:00:00Z'));

    // The service rounds up to whole seconds, so the time is slightly after midnight.
    expect(
      textOf('memory.daily-limit', { message, details: { retry_after: 8.5 * 3600 + 1 } }),
    ).toEqual({
      title: t('errors_memory_daily_limit_title'),
      next: t('ask_usedUp_next', { time: midnight }),
      quote: null,
      traceId: null,
    });
    expect(textOf('memory.daily-limit', { message })).toMatchObject({
      title: t('errors_memory_daily_limit_title'),
      next: t('errors_memory_daily_limit_next'),
      quote: message,
    });
  });

  it.each([1e20, 24 * 3600 + 1, -1])('shows no time for a wait of %d seconds', (wait) => {
    expect(textOf('memory.daily-limit', { details: { retry_after: wait } })).toMatchObject({
      title: t('errors_memory_daily_limit_title'),
      next: t('errors_memory_daily_limit_next'),
    });
  });

  it('shows no time if the account’s daily limit is 0', () => {
    const details = { max_turns_per_day: 0, retry_after: 60 };

    expect(textOf('memory.daily-limit', { details })).toMatchObject({
      title: t('ask_unavailable_title'),
      next: t('ask_noTurns_next'),
    });
  });

  it('names the withdrawn access and quotes the service', () => {
    const said = { message: 'The key was narrowed.', status: 403, traceId: 'tr_1' };

    expect(textOf('memory.unauthorized', said)).toEqual({
      title: t('ask_noAccess'),
      next: t('errors_memory_unauthorized_next'),
      quote: 'The key was narrowed.',
      traceId: 'tr_1',
    });
  });

  it('explains a missing capability', () => {
    expect(textOf('memory.capability-unavailable')).toMatchObject({
      title: t('ask_unavailable_title'),
      next: t('ask_unavailable_next'),
    });
  });

  it('reports a timeout, not an empty result', () => {
    const { title } = textOf('memory.timeout');

    expect(title).toBe(t('errors_memory_timeout_title'));
    expect(title).not.toBe(t('ask_nothing'));
  });

  it('reports a missing Ask key if no request was sent', () => {
    expect(textOf('memory.unauthenticated').title).toBe(t('ask_unavailable_title'));
    expect(textOf('memory.unauthenticated', { status: 401 }).title).not.toBe(
      t('ask_unavailable_title'),
    );
  });
});
