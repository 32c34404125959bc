/** The news of pages that became findable, until the browser closes: then it is none any more. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { type KeptNews, noNews } from '../core/learned/news.ts';

const key = 'learned.news';

const storedSchema = z.object({
  earlier: z.int().check(z.nonnegative()),
  pages: z.array(z.object({ id: z.string(), title: z.string(), memory: z.string() })),
});

export const learnedStore = {
  /** None where nothing is stored, or nothing of its form. */
  async read(): Promise<KeptNews> {
    const { [key]: raw } = await browser.storage.session.get(key);
    const news = z.safeParse(storedSchema, raw);
    return news.success ? news.data : noNews;
  },

  async write(news: KeptNews): Promise<void> {
    await browser.storage.session.set({ [key]: news });
  },
};
