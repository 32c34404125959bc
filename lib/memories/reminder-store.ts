/** Decides when the person is reminded to export the library on this device. */
import * as z from 'zod/mini';
import { storedItem, valueOf } from '../browser/storage.ts';

/** Items saved without an export before the first reminder, and before each further one. */
const savesBetween = 200;

/** Numbers of items in the library: at the last export, and when the next reminder is due. */
const countsSchema = z.object({ exported: z.int(), due: z.int() });

const stored = storedItem({
  key: 'export.reminder',
  parse: valueOf(countsSchema),
  fallback: { exported: 0, due: savesBetween },
});

/** Each function takes the number of items in the library, or of those that an import added. */
export const exportReminder = {
  /** Returns the number of items saved since the last export if a reminder is due, or else null. */
  async savesDue(items: number): Promise<number | null> {
    const { exported, due } = await stored.read();
    return items >= due ? items - exported : null;
  },
  putOff: (items: number) => stored.update((counts) => ({ ...counts, due: items + savesBetween })),
  exported: (items: number) => stored.write({ exported: items, due: items + savesBetween }),
  /** Counts imported items as exported, because the imported file is a copy of them. */
  imported: (added: number) =>
    stored.update(({ exported, due }) => ({ exported: exported + added, due: due + added })),
};
