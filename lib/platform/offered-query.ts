/** The query the popup leaves for the side panel of its window; forgotten when the browser closes. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';

const storedSchema = z.string();

function keyOf(windowId: number): string {
  return `panel.query.${windowId}`;
}

export async function offerQuery(windowId: number, q: string): Promise<void> {
  await browser.storage.session.set({ [keyOf(windowId)]: q });
}

/** Gives the query once; null where none was left. */
export async function takeQuery(windowId: number): Promise<string | null> {
  const key = keyOf(windowId);
  const { [key]: raw } = await browser.storage.session.get(key);
  await browser.storage.session.remove(key);
  const q = storedSchema.safeParse(raw);
  return q.success ? q.data : null;
}
