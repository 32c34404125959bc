/** What a Memory is called now: its owner may have renamed it since something was saved there. */
import type { MemoryChoice, Settings } from '../../contracts/settings.ts';
import { homeOf } from './connections.ts';

type InMemory = { connectionId: string; container: MemoryChoice };

/** Gives what is in a Memory the name that its home has for it; where that is not known, it stays as it is. */
export function withKnownName<Item extends InMemory>(item: Item, settings: Settings): Item {
  return withNameIn(item, homeOf(settings, item.connectionId)?.memories ?? []);
}

/** The same, by the Memories of its home. */
export function withNameIn<Item extends Pick<InMemory, 'container'>>(
  item: Item,
  memories: readonly MemoryChoice[],
): Item {
  const { container } = item;
  const known = memories.find(({ id }) => id === container.id);
  if (known === undefined || known.name === container.name) return item;
  return { ...item, container: { id: known.id, name: known.name } };
}

/** Whether a Memory that was known before is called otherwise now. */
export function areRenamed(before: Settings, after: Settings): boolean {
  return after.homes.some(({ connection, memories }) => {
    const known = homeOf(before, connection.id)?.memories ?? [];
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return memories.some(({ id, name }) => (names.get(id) ?? name) !== name);
  });
}
