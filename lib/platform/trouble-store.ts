/** The last things that went wrong, on this device alone, for as long as twenty others have not followed. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { type Trouble, troubleSchema } from '../contracts/troubles.ts';
import { createTurns } from '../core/in-turn.ts';

const key = 'troubles.v1';
/** How many are kept. */
export const keptTroubles = 20;

/** Makes the store; one after another, so that none is lost. */
export function createTroubleStore() {
  const inTurn = createTurns();

  async function load(): Promise<Trouble[]> {
    const { [key]: raw } = await browser.storage.local.get(key);
    const rows = z.array(z.unknown()).safeParse(raw).data ?? [];
    return rows.flatMap((row) => troubleSchema.safeParse(row).data ?? []);
  }

  return {
    /** Newest first. */
    read: (): Promise<Trouble[]> => inTurn(load),

    add: (trouble: Trouble): Promise<void> =>
      inTurn(async () => {
        const troubles = [trouble, ...(await load())].slice(0, keptTroubles);
        await browser.storage.local.set({ [key]: troubles });
      }),
  };
}
