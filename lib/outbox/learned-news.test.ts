import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { hasBecomeSearchable, withPage } from './learned.ts';
import {
  learnedCount,
  mergeLearned,
  noneLearned,
  type OutboxState,
  withoutLearned,
} from './model.ts';

const inState = (state: OutboxState, id = 'a') => outboxItem({ id, state });
const learning = inState({
  status: 'learning',
  existed: false,
  documentId: null,
  polls: 1,
  nextPollAt: 5,
});
const learned = inState({ status: 'learned', existed: false, documentId: 'd' });

describe('hasBecomeSearchable', () => {
  it('is true for a page that was being indexed and now is indexed', () => {
    expect(hasBecomeSearchable(learned, learning)).toBe(true);
  });

  it('is false for a page that the Memory already had', () => {
    expect(
      hasBecomeSearchable(inState({ status: 'learned', existed: true, documentId: 'd' }), learning),
    ).toBe(false);
  });

  it.each([
    ['an item that was already indexed', learned, learned],
    ['a new item', learned, null],
    ['an item that is still being indexed', learning, learning],
    ['an item that failed', inState({ status: 'failed', documentId: 'd', reason: null }), learning],
  ])('is false for %s', (_, item, before) => {
    expect(hasBecomeSearchable(item, before)).toBe(false);
  });
});

describe('the news', () => {
  const page = (id: string, title = `Page ${id}`) =>
    outboxItem({ id, source: { ...learned.source, title } });

  it('contain the latest pages and count earlier pages', () => {
    const news = ['a', 'b', 'c'].reduce((before, id) => withPage(before, page(id)), noneLearned);

    expect(learnedCount(news)).toBe(3);
    expect(news.pages.at(-1)).toEqual({ id: 'c', title: 'Page c', memory: 'Reading' });
  });

  it('count a page once', () => {
    const once = withPage(noneLearned, page('a'));

    expect(withPage(once, page('a'))).toBe(once);
  });

  it('show the URL of a page without a title', () => {
    expect(withPage(noneLearned, page('a', '  ')).pages[0]?.title).toBe(
      'https://example.org/tides',
    );
  });

  it('cut a title that would take up too much storage', () => {
    const news = withPage(noneLearned, page('a', `${'x'.repeat(299)}🌊${'x'.repeat(10_000)}`));

    expect(news.pages[0]?.title).toBe('x'.repeat(299));
  });

  it('stay small and keep the right count, no matter how many pages there are', () => {
    const ids = Array.from({ length: 250 }, (_, at) => `${at}`);

    const news = ids.reduce((before, id) => withPage(before, page(id)), noneLearned);

    expect(news.pages).toHaveLength(100);
    expect(learnedCount(news)).toBe(250);
    expect(news.pages.at(-1)?.title).toBe('Page 249');
  });

  it('leave out a deleted page and keep earlier pages', () => {
    const news = withPage(withPage(noneLearned, page('a')), page('b'));

    expect(withoutLearned(news, 'b')).toEqual(withPage(noneLearned, page('a')));
    expect(withoutLearned(news, 'z')).toBe(news);
  });

  it('are combined over time', () => {
    const before = { ...withPage(noneLearned, page('a')), earlier: 2 };

    const both = mergeLearned(before, withPage(noneLearned, page('b')));

    expect([learnedCount(both), both.pages.map(({ id }) => id)]).toEqual([4, ['a', 'b']]);
  });
});
