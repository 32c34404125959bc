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
  it('holds for a page that was being learned and now is', () => {
    expect(hasBecomeSearchable(learned, learning)).toBe(true);
  });

  it('does not hold for a page that the Memory knew before', () => {
    expect(
      hasBecomeSearchable(inState({ status: 'learned', existed: true, documentId: 'd' }), learning),
    ).toBe(false);
  });

  it.each([
    ['what was learned already', learned, learned],
    ['what is seen for the first time', learned, null],
    ['what is still being learned', learning, learning],
    ['what failed', inState({ status: 'failed', documentId: 'd', reason: null }), learning],
  ])('does not hold for %s', (_, item, before) => {
    expect(hasBecomeSearchable(item, before)).toBe(false);
  });
});

describe('the news', () => {
  const page = (id: string, title = `Page ${id}`) =>
    outboxItem({ id, source: { ...learned.source, title } });

  it('name the latest page and count the others', () => {
    const news = ['a', 'b', 'c'].reduce((before, id) => withPage(before, page(id)), noneLearned);

    expect(learnedCount(news)).toBe(3);
    expect(news.pages.at(-1)).toEqual({ id: 'c', title: 'Page c', memory: 'Reading' });
  });

  it('count a page once', () => {
    const once = withPage(noneLearned, page('a'));

    expect(withPage(once, page('a'))).toBe(once);
  });

  it('name a page without a title by its address', () => {
    expect(withPage(noneLearned, page('a', '  ')).pages[0]?.title).toBe(
      'https://example.org/tides',
    );
  });

  it('cut a title that would crowd out what else is kept', () => {
    const news = withPage(noneLearned, page('a', `${'x'.repeat(299)}🌊${'x'.repeat(10_000)}`));

    expect(news.pages[0]?.title).toBe('x'.repeat(299));
  });

  it('stay small, and their count right, however many there are', () => {
    const ids = Array.from({ length: 250 }, (_, at) => `${at}`);

    const news = ids.reduce((before, id) => withPage(before, page(id)), noneLearned);

    expect(news.pages).toHaveLength(100);
    expect(learnedCount(news)).toBe(250);
    expect(news.pages.at(-1)?.title).toBe('Page 249');
  });

  it('drop a page that was deleted, and name the one before', () => {
    const news = withPage(withPage(noneLearned, page('a')), page('b'));

    expect(withoutLearned(news, 'b')).toEqual(withPage(noneLearned, page('a')));
    expect(withoutLearned(news, 'z')).toBe(news);
  });

  it('of two times are told in one', () => {
    const before = { ...withPage(noneLearned, page('a')), earlier: 2 };

    const both = mergeLearned(before, withPage(noneLearned, page('b')));

    expect([learnedCount(both), both.pages.map(({ id }) => id)]).toEqual([4, ['a', 'b']]);
  });
});
