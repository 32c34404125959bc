/** Which saves are versions of one page, so that their rows can be told apart. Pure. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { withoutRepeats } from './repeats.ts';

export type Version = 'newest' | 'earlier';

/** Gives each save, by its id, that is one of several versions of its page in its Memory. */
export function versionsOf(all: readonly OutboxView[]): ReadonlyMap<string, Version> {
  const byPage = new Map<string, OutboxView[]>();
  for (const item of withoutRepeats(all.filter(isThere))) {
    const key = JSON.stringify([item.connectionId, item.container.id, item.pageKey]);
    byPage.set(key, [...(byPage.get(key) ?? []), item]);
  }
  const versions = new Map<string, Version>();
  for (const items of byPage.values()) {
    const hasVersion = items.some((item) => item.kind === 'page' && item.isVersion === true);
    if (items.length < 2 || !hasVersion) continue;
    const newest = Math.max(...items.map(({ createdAt }) => createdAt));
    for (const { id, createdAt } of items) {
      versions.set(id, createdAt === newest ? 'newest' : 'earlier');
    }
  }
  return versions;
}

/** One that was not read yet has no text of its own; one that was refused may never have. */
function isThere({ kind, customId, state }: OutboxView): boolean {
  return kind !== 'note' && customId !== null && state.status !== 'refused';
}
