import { describe, expect, it } from 'vitest';
import { serialQueue } from '../async/serial-queue.ts';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { type LearnedNews, learnedCount, noneLearned, type OutboxItem } from './model.ts';
import { createLearned } from './learned.ts';

const learning = (id: string) =>
  outboxItem({
    id,
    source: { ...outboxItem().source, title: `Page ${id}` },
    state: { status: 'learning', existed: false, documentId: null, polls: 1, nextPollAt: 5 },
  });
const learned = (id: string, existed = false): OutboxItem => ({
  ...learning(id),
  state: { status: 'learned', existed, documentId: `doc-${id}` },
});

/** Creates storage that responds asynchronously and outlives the background. */
function createWorld() {
  const stored = { news: noneLearned, writes: 0, fails: false };
  const announced: string[] = [];
  const enqueue = serialQueue();
  const store = {
    update: (change: (news: LearnedNews) => LearnedNews) =>
      enqueue(async () => {
        await Promise.resolve();
        const news = change(stored.news);
        if (stored.fails) throw new Error('Storage is full.');
        if (news !== stored.news) stored.writes += 1;
        stored.news = news;
        return news;
      }),
    take: () =>
      enqueue(async () => {
        const { news } = stored;
        stored.news = noneLearned;
        return news;
      }),
  };
  const unwanted = new Set<string>();
  const start = () =>
    createLearned({
      store,
      isWanted: async (connectionId) => !unwanted.has(connectionId),
      announce: () => announced.push('news'),
    });
  return { stored, announced, unwanted, start };
}

describe('createLearned', () => {
  it('stores nothing if the person doesn’t want to be notified', async () => {
    const { start, announced, unwanted } = createWorld();
    const news = start();
    unwanted.add(learned('a').connectionId);
    await news.note(learned('a'), learning('a'));
    unwanted.clear();

    expect(await news.take()).toEqual(noneLearned);
    expect(announced).toEqual([]);
  });

  it('returns the news once, with the latest page by name', async () => {
    const { start, announced } = createWorld();
    const news = start();
    await news.note(learned('a'), learning('a'));
    await news.note(learned('b'), learning('b'));

    expect(await news.take()).toEqual({
      earlier: 0,
      pages: ['a', 'b'].map((id) => ({ id, title: `Page ${id}`, memory: 'Reading' })),
    });
    expect(await news.take()).toEqual(noneLearned);
    expect(announced).toEqual(['news', 'news']);
  });

  it('counts every page when many are indexed at the same time', async () => {
    const { start } = createWorld();
    const news = start();

    await Promise.all(
      Array.from({ length: 30 }, (_, at) => news.note(learned(`${at}`), learning(`${at}`))),
    );

    const taken = await news.take();
    expect([learnedCount(taken), taken.pages.at(-1)?.title]).toEqual([30, 'Page 29']);
  });

  it('keeps news for the next background and counts a page once', async () => {
    const { start, announced } = createWorld();
    await start().note(learned('a'), learning('a'));

    const next = start();
    await next.note(learned('a'), learning('a'));

    expect(learnedCount(await next.take())).toBe(1);
    expect(announced).toEqual(['news']);
  });

  it('ignores pages that haven’t become searchable', async () => {
    const { start, stored, announced } = createWorld();
    const news = start();

    await news.note(learned('a', true), learning('a'));
    await news.note(learned('a'), null);
    await news.note(learning('a'), learning('a'));
    await news.take();

    expect(stored.writes).toBe(0);
    expect(announced).toEqual([]);
  });

  it('removes a page that was deleted before the person was notified', async () => {
    const { start } = createWorld();
    const news = start();
    await news.note(learned('a'), learning('a'));
    await news.note(learned('b'), learning('b'));

    await news.forget('b');

    expect(await news.take()).toMatchObject({ earlier: 0, pages: [{ title: 'Page a' }] });
  });

  it('continues after storage failed once', async () => {
    const { start, stored, announced } = createWorld();
    const news = start();
    stored.fails = true;
    await expect(news.note(learned('a'), learning('a'))).rejects.toThrow('full');
    stored.fails = false;

    await news.note(learned('b'), learning('b'));

    expect(learnedCount(await news.take())).toBe(1);
    expect(announced).toEqual(['news']);
  });
});
