/** The list of saves as it is shown: its sections, its rows, and how far the sending has come. Pure. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { sectionOf, type SectionKey } from './saves-sections.ts';
import { type Discarded, isUnsent, type ReadySaves } from './saves-state.ts';
import type { Tries } from '../app/tries.ts';
import { errorWords } from '../app/error-text.ts';
import { isOfOwnNetwork } from '../../lib/save/model.ts';
import { withoutRepeats } from './repeats.ts';
import { isKeptAnyway, titleOf } from './save-row-view.ts';
import { isToBeTried } from './save-standing.ts';
import { type Version, versionsOf } from './versions.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';

export type SavesEntry =
  | { kind: 'save'; item: OutboxView; version: Version | null }
  | { kind: 'discarded'; discarded: Discarded };

export type SavesSection = {
  key: SectionKey;
  /** Newest first; what was discarded keeps its place. */
  entries: readonly SavesEntry[];
  items: readonly OutboxView[];
};

const sectionKeys = ['trouble', 'way', 'saved'] as const satisfies readonly SectionKey[];

/** Gives the sections that have something in them. */
export function savesSections({ items: all, discarded }: ReadySaves): readonly SavesSection[] {
  const items = all.map((item) =>
    item.kind === 'page' && item.isUnfinished === true && isWholeSince(item, all)
      ? { ...item, isUnfinished: false }
      : item,
  );
  const versions = versionsOf(items);
  return sectionKeys.flatMap((key) => {
    const own = (item: OutboxView) => sectionOf[item.state.status] === key;
    const mine = key === 'saved' ? withoutRepeats(items.filter(own)) : items.filter(own);
    const left = discarded.filter(({ items: [first] }) => first !== undefined && own(first));
    const entries: SavesEntry[] = mine.map((item) => ({
      kind: 'save',
      item,
      version: versions.get(item.id) ?? null,
    }));
    for (const one of left) {
      const at = entries.findIndex((entry) => ageOf(entry) <= (one.items[0]?.createdAt ?? 0));
      entries.splice(at === -1 ? entries.length : at, 0, { kind: 'discarded', discarded: one });
    }
    return entries.length === 0 ? [] : [{ key, entries, items: mine }];
  });
}

/** Whether the page was saved again into the same Memory once it had loaded. */
function isWholeSince(item: OutboxView, all: readonly OutboxView[]): boolean {
  return all.some(
    (other) =>
      other.pageKey === item.pageKey &&
      other.kind === 'page' &&
      other.container.id === item.container.id &&
      other.createdAt > item.createdAt &&
      other.isUnfinished !== true &&
      (isKeptAnyway(other) || other.state.status === 'learning'),
  );
}

/** How far a batch of saves has come; null where there is none, or one row says it all. */
export function savesProgress({
  items,
  batch,
}: ReadySaves): { sent: number; total: number } | null {
  const left = items.filter(isUnsent);
  const isStuck = left.length === 1 && left[0]?.state.status === 'waiting';
  if (left.length === 0 || batch.size < 2 || isStuck) return null;
  const sent = [...batch.values()].filter(Boolean).length;
  return { sent, total: batch.size };
}

/** Those that trying again would bring on their way. */
export function retryable(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter((item) => {
    const { status } = item.state;
    return (status === 'refused' || status === 'paused') && !isOfOwnNetwork(item);
  });
}

/** Gives what a screen reader is told of the save tried last, once it has come to nothing again. */
export function triedAnnouncement({ items }: ReadySaves, tries: Tries): string {
  const [id, count] = [...tries].at(-1) ?? ['', 0];
  const item = items.find((one) => one.id === id);
  return item === undefined || !isToBeTried(item)
    ? ''
    : t('saves_of', { action: titleOf(item), title: plural(count, 'outbox_save_tried') });
}

/** From so many on saves are worked on, and spoken of, together as well. */
export const many = 4;

export type WaitingTogether = { items: readonly OutboxView[]; words: string };

/** Those that wait for one and the same reason, where they are many; null where each says it for itself. */
export function waitingTogether(items: readonly OutboxView[]): WaitingTogether | null {
  const waiting = items.flatMap((item) =>
    item.state.status === 'waiting' ? [{ item, error: item.state.error }] : [],
  );
  const [first] = waiting;
  if (first === undefined || waiting.length < many) return null;
  if (waiting.some(({ error }) => error.code !== first.error.code)) return null;
  const { title } = errorWords(first.error);
  return { items: waiting.map(({ item }) => item), words: t('saves_all_wait', { title }) };
}

/** Those that were refused, and so can be discarded together. */
export function refused(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter(({ state }) => state.status === 'refused');
}

function ageOf(entry: SavesEntry): number {
  return entry.kind === 'save' ? entry.item.createdAt : (entry.discarded.items[0]?.createdAt ?? 0);
}
