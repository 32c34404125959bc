import { rowsOf, storedItem } from '../browser/storage.ts';
import { type Trouble, troubleSchema } from './model.ts';

export const maxTroubles = 20;

const stored = storedItem<Trouble[]>({
  key: 'troubles.v1',
  parse: rowsOf(troubleSchema),
  fallback: [],
});

export const troubleStore = {
  read: stored.read,

  async add(trouble: Trouble): Promise<void> {
    await stored.update((before) => [trouble, ...before].slice(0, maxTroubles));
  },
};
