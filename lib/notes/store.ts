import * as z from 'zod/mini';
import { storedFamily, storedItem, valueOf } from '../browser/storage.ts';
import {
  type Fact,
  factSchema,
  type NoteDraft,
  noteDraftSchema,
  type WritingPlace,
} from './model.ts';

const drafts = storedFamily<NoteDraft | null>({
  prefix: 'note-draft.',
  suffix: '.v1',
  parse: valueOf(noteDraftSchema),
  fallback: null,
  isEmpty: (draft) => draft === null,
});

export const draftStore = {
  read: (place: WritingPlace): Promise<NoteDraft | null> => drafts.of(place).read(),
  write: (place: WritingPlace, draft: NoteDraft | null): Promise<void> =>
    drafts.of(place).write(draft),
};

/** A row that can't be parsed is reported and left in place. */
export function createFactStore(report: () => void) {
  const stored = storedItem<unknown[]>({
    key: 'facts.v1',
    parse: valueOf(z.array(z.unknown())),
    fallback: [],
    isEmpty: (rows) => rows.length === 0,
    report,
  });

  return {
    async list(): Promise<Fact[]> {
      const rows = await stored.read();
      const facts = rows.flatMap((row) => factSchema.safeParse(row).data ?? []);
      if (facts.length < rows.length) report();
      return facts;
    },

    async put(fact: Fact): Promise<void> {
      await stored.update((rows) => [...rows, fact]);
    },

    /** Returns false if the fact is no longer stored. */
    async replace(fact: Fact): Promise<boolean> {
      let isThere = false;
      await stored.update((rows) => {
        const at = rows.findIndex((row) => idOf(row) === fact.id);
        isThere = at !== -1;
        return isThere ? rows.with(at, fact) : rows;
      });
      return isThere;
    },

    async remove(id: string): Promise<void> {
      await stored.update((rows) => rows.filter((row) => idOf(row) !== id));
    },
  };
}

function idOf(row: unknown): string | null {
  return factSchema.safeParse(row).data?.id ?? null;
}
