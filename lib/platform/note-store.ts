/** What the person wrote and no service has yet: their drafts, and standing facts on their way. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import {
  type Fact,
  factSchema,
  type NoteDraft,
  noteDraftSchema,
  type WritingPlace,
} from '../contracts/notes.ts';
import { createTurns } from '../core/in-turn.ts';

const factsKey = 'facts.v1';

const storedSchema = z.array(z.unknown());

export const draftStore = {
  /** None where nothing is stored, or nothing of its form. */
  async read(place: WritingPlace): Promise<NoteDraft | null> {
    const key = draftKeyOf(place);
    const { [key]: raw } = await browser.storage.local.get(key);
    return noteDraftSchema.safeParse(raw).data ?? null;
  },

  async write(place: WritingPlace, draft: NoteDraft | null): Promise<void> {
    const key = draftKeyOf(place);
    if (draft === null) await browser.storage.local.remove(key);
    else await browser.storage.local.set({ [key]: draft });
  },
};

/** Makes the store; a row that is not of its form is reported and left where it is. */
export function createFactStore(reportCorrupt: () => void) {
  /** One after another, so that no change is lost between its reading and its writing. */
  const inTurn = createTurns();

  async function rows(): Promise<unknown[]> {
    const { [factsKey]: raw = [] } = await browser.storage.local.get(factsKey);
    const stored = storedSchema.safeParse(raw);
    if (!stored.success) reportCorrupt();
    return stored.data ?? [];
  }

  async function write(next: readonly unknown[]): Promise<void> {
    if (next.length === 0) await browser.storage.local.remove(factsKey);
    else await browser.storage.local.set({ [factsKey]: next });
  }

  return {
    list: (): Promise<Fact[]> =>
      inTurn(async () => {
        const stored = await rows();
        const facts = stored.flatMap((row) => factSchema.safeParse(row).data ?? []);
        if (facts.length < stored.length) reportCorrupt();
        return facts;
      }),

    put: (fact: Fact): Promise<void> => inTurn(async () => write([...(await rows()), fact])),

    replace: (fact: Fact): Promise<boolean> =>
      inTurn(async () => {
        const stored = await rows();
        const at = stored.findIndex((row) => idOf(row) === fact.id);
        if (at !== -1) await write(stored.with(at, fact));
        return at !== -1;
      }),

    remove: (id: string): Promise<void> =>
      inTurn(async () => write((await rows()).filter((row) => idOf(row) !== id))),
  };
}

function idOf(row: unknown): string | null {
  return factSchema.safeParse(row).data?.id ?? null;
}

function draftKeyOf(place: WritingPlace): string {
  return `note-draft.${place}.v1`;
}
