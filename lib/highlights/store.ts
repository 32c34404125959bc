import * as z from 'zod/mini';
import {
  type Highlight,
  type HighlightColor,
  highlightColors,
  highlightColorSchema,
  highlightSchema,
} from '../outbox/model.ts';
import { commentIn } from '../notes/model.ts';
import type { KeepsakeDatabase } from '../database/database.ts';
import { storedFamily, valueOf, rowsOf, storedItem } from '../browser/storage.ts';
import { type ShownTab, shownTabSchema, sitePatternSchema } from './model.ts';

export type HighlightStore = ReturnType<typeof createHighlightStore>;

export function createHighlightStore(database: () => Promise<KeepsakeDatabase>) {
  return {
    /** Stores a highlight if its outbox row still exists: the person may have cleared everything in the meantime. */
    async put(highlight: Highlight): Promise<void> {
      const tx = (await database()).transaction(['outbox', 'highlights'], 'readwrite');
      const hasRow = (await tx.objectStore('outbox').getKey(highlight.id)) !== undefined;
      if (hasRow) await tx.objectStore('highlights').put(highlight);
      await tx.done;
    },

    async update(
      id: string,
      changes: Partial<Pick<Highlight, 'memoryId' | 'isUnmarked' | 'color'>>,
    ): Promise<void> {
      const tx = (await database()).transaction('highlights', 'readwrite');
      const row = await tx.store.get(id);
      if (row !== undefined) await tx.store.put({ ...row, ...changes });
      await tx.done;
    },

    /** Stores the text of an edited note; the quote stays. */
    async reword(id: string, text: string): Promise<void> {
      const tx = (await database()).transaction('highlights', 'readwrite');
      const row = parse(await tx.store.get(id));
      if (row !== null) {
        const quote = row.quote ?? row.text;
        const comment = commentIn(text, { quote, source: row });
        await tx.store.put({ ...row, text, quote, comment });
      }
      await tx.done;
    },

    async get(id: string): Promise<Highlight | null> {
      return parse(await (await database()).get('highlights', id));
    },

    /** Returns a page's highlights, oldest first. Skips invalid rows. */
    async ofPage(pageKey: string): Promise<Highlight[]> {
      const rows = await (await database()).getAllFromIndex('highlights', 'by-page', pageKey);
      return rows.flatMap((row) => parse(row) ?? []).toSorted((a, b) => a.createdAt - b.createdAt);
    },

    /** Returns all highlights, newest first. Skips invalid rows. */
    async list(): Promise<Highlight[]> {
      const rows = await (await database()).getAll('highlights');
      return rows.flatMap((row) => parse(row) ?? []).toSorted((a, b) => b.createdAt - a.createdAt);
    },

    /** Returns highlights sorted by id, starting after this one, or with the first if it's null. */
    async after(id: string | null, limit: number): Promise<Highlight[]> {
      const db = await database();
      const range = id === null ? null : IDBKeyRange.lowerBound(id, true);
      const valid: Highlight[] = [];
      let row = await db.transaction('highlights').store.openCursor(range);
      for (; row !== null && valid.length < limit; row = await row.continue()) {
        valid.push(...(parse(row.value) === null ? [] : [row.value]));
      }
      return valid;
    },

    async remove(id: string): Promise<void> {
      await (await database()).delete('highlights', id);
    },

    /** Finds a highlight by the service's note id, otherwise by text. */
    async find(note: { memoryId: string | null; text: string }): Promise<Highlight | null> {
      const db = await database();
      const row =
        (note.memoryId === null
          ? undefined
          : await db.getFromIndex('highlights', 'by-memory', note.memoryId)) ??
        (await db.getFromIndex('highlights', 'by-text', note.text));
      return parse(row);
    },
  };
}

function parse(row: unknown): Highlight | null {
  return z.safeParse(highlightSchema, row).data ?? null;
}

const stored = storedFamily<ShownTab | null>({
  area: 'session',
  prefix: 'marks.tab.',
  parse: valueOf(shownTabSchema),
  fallback: null,
});

export const shownTabStore = {
  list: async (): Promise<ShownTab[]> => (await stored.list()).filter((tab) => tab !== null),

  get: (tabId: number): Promise<ShownTab | null> => stored.of(tabId).read(),

  async update(tabId: number, change: (tab: ShownTab) => ShownTab): Promise<void> {
    const none = { tabId, pageKey: '', clickedAt: null, placements: {} };
    await stored.of(tabId).update((before) => change(before ?? none));
  },

  remove: (tabId: number): Promise<void> => stored.of(tabId).remove(),
};

/** The color chosen last, for new highlights. */
export const chosenColor = storedItem<HighlightColor>({
  key: 'highlight-color.v1',
  parse: valueOf(highlightColorSchema),
  fallback: highlightColors[0],
});

const siteRequestSchema = z.object({
  pattern: sitePatternSchema,
  wishedAt: z.number(),
  since: z.nullable(z.number()),
});
/** `since` is null until the browser grants the permission. */
export type SiteRequest = z.infer<typeof siteRequestSchema>;

/** Stores the sites the person turned highlighting on for. Calls `report` if rows are invalid. */
export function createSiteRequestStore(report: () => void) {
  return storedItem<SiteRequest[]>({
    key: 'highlight-sites.v1',
    parse: rowsOf(siteRequestSchema),
    fallback: [],
    report,
  });
}
