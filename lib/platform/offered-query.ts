/** The query the popup leaves for the side panel; forgotten when the browser closes. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';

const key = 'panel.query';
const storedSchema = z.string();

export async function offerQuery(q: string): Promise<void> {
  await browser.storage.session.set({ [key]: q });
}

/** Gives the query once; null where none was left. */
export async function takeQuery(): Promise<string | null> {
  const { [key]: raw } = await browser.storage.session.get(key);
  await browser.storage.session.remove(key);
  const q = storedSchema.safeParse(raw);
  return q.success ? q.data : null;
}
