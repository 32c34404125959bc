/** The query the popup leaves for the side panel of its window; forgotten when the browser closes. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { createTurns } from '../core/in-turn.ts';

const storedSchema = z.string();

function keyOf(windowId: number): string {
  return `panel.query.${windowId}`;
}

export async function offerQuery(windowId: number, q: string): Promise<void> {
  await browser.storage.session.set({ [keyOf(windowId)]: q });
}

/** A panel that opens asks for itself, and again when it is told: of two that ask at the same time one gets it. */
const inTurn = createTurns();

/** Gives the query once; null where none was left. */
export function takeQuery(windowId: number): Promise<string | null> {
  return inTurn(async () => {
    const key = keyOf(windowId);
    const { [key]: raw } = await browser.storage.session.get(key);
    await browser.storage.session.remove(key);
    const q = storedSchema.safeParse(raw);
    return q.success ? q.data : null;
  });
}
