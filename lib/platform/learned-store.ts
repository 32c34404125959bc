/** The news of pages that became findable, until the browser closes: then it is none any more. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { type LearnedNews, learnedNewsSchema } from '../contracts/outbox.ts';
import { noNews } from '../core/learned/news.ts';

const key = 'learned.news';

export const learnedStore = {
  /** None where nothing is stored, or nothing of its form. */
  async read(): Promise<LearnedNews> {
    const { [key]: raw } = await browser.storage.session.get(key);
    const news = z.safeParse(learnedNewsSchema, raw);
    return news.success ? news.data : noNews;
  },

  async write(news: LearnedNews): Promise<void> {
    await browser.storage.session.set({ [key]: news });
  },
};
