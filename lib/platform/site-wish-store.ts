/** The sites the person wished marks for; a permission the browser holds for another reason is not among them. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { sitePatternSchema } from '../contracts/highlights.ts';
import { createTurns } from '../core/in-turn.ts';

const key = 'highlight-sites.v1';

const wishSchema = z.object({
  pattern: sitePatternSchema,
  /** Milliseconds since the epoch. */
  wishedAt: z.number(),
  /** Null until the browser's permission came. */
  since: z.nullable(z.number()),
});
type SiteWish = z.infer<typeof wishSchema>;

const storedSchema = z.array(z.unknown());

/** Makes the store; a row that is not of its form is reported and turns nothing on. */
export function createSiteWishStore(reportCorrupt: () => void) {
  /** One after another, so that no change is lost between its reading and its writing. */
  const inTurn = createTurns();

  async function load(): Promise<SiteWish[]> {
    const { [key]: raw = [] } = await browser.storage.local.get(key);
    const rows = storedSchema.safeParse(raw);
    const wishes = (rows.data ?? []).flatMap((row) => wishSchema.safeParse(row).data ?? []);
    if (!rows.success || wishes.length < rows.data.length) reportCorrupt();
    return wishes;
  }

  return {
    read: (): Promise<SiteWish[]> => inTurn(load),

    update: (change: (wishes: SiteWish[]) => SiteWish[]): Promise<SiteWish[]> =>
      inTurn(async () => {
        const wishes = change(await load());
        await browser.storage.local.set({ [key]: wishes });
        return wishes;
      }),
  };
}
