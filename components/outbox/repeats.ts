/** Saves that found their page already there. Pure. */
import type { OutboxView } from '../../lib/outbox/model.ts';

/** A page that was saved again is there once: the save that put it there stands for the later ones. */
export function withoutRepeats(items: readonly OutboxView[]): readonly OutboxView[] {
  const first = new Map<string, OutboxView>();
  for (const item of items) {
    const key = pageIn(item);
    const known = first.get(key);
    if (known === undefined || (foundThere(known) && !foundThere(item))) first.set(key, item);
  }
  return items.filter((item) => first.get(pageIn(item)) === item);
}

function pageIn({ id, connectionId, container, customId }: OutboxView): string {
  return customId === null ? id : JSON.stringify([connectionId, container.id, customId]);
}

function foundThere({ state }: OutboxView): boolean {
  return 'existed' in state && state.existed;
}
