/** Stores each save before anything else happens. */
import {
  editableOf,
  validateText,
  openingOf,
  isUnsent,
  isLive,
  liveStateOf,
  type LiveItem,
  type Editable,
  type Highlight,
  type OutboxItem,
  editableStatuses,
  hasStatus,
  storageFull,
  storageFailed,
  undoMs,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { createRunner, createRecorder } from './runner.ts';
import { beingSent, itemGone, memoryGone, noSuchMemory } from './errors.ts';
import type { OutboxPorts } from './ports.ts';

/** Maximum time an edit waits for the attempt in progress. */
const attemptTimeoutMs = 15_000;

/** Call `resume` at startup and on every wake. */
export function createOutbox(ports: OutboxPorts) {
  const { store, now } = ports;
  const record = createRecorder(ports);
  const { resume, scheduleWake, atRest } = createRunner({
    ...ports,
    record,
    forget: forgetDiscarded,
  });

  /**
   * Stores a save. If the id is known, returns that item, restored if it was discarded. If the outbox is full, stores
   * nothing and fails with `storage.full`.
   */
  async function request(
    item: LiveItem,
    highlight: Highlight | null = null,
  ): AsyncResult<LiveItem> {
    // Schedule a wake first, so that the next background finds the item if this one stops in between.
    await ports.wakeAt(now());
    const named =
      highlight === null || item.kind !== 'note'
        ? item
        : { ...item, opening: openingOf(highlight.quote ?? highlight.text) };
    const written = await store.insert(named, highlight);
    if (!written.ok) return err(written.error === 'full' ? storageFull : storageFailed);
    if (!isLive(written.value)) return restore(item.id);
    ports.changed(written.value, null);
    return ok(written.value);
  }

  async function retry(id: string, tabId: number | null): Promise<LiveItem | null> {
    await ports.wakeAt(now());
    const { item } = await record(id, { type: 'retried', tabId });
    return item !== null && isLive(item) ? item : null;
  }

  /** Returns null if there is nothing to edit, or if the item is being sent or was already sent. */
  async function editable(id: string): Promise<Editable | null> {
    const item = await store.get(id);
    return item !== null && isLive(item) ? editableOf(item) : null;
  }

  /**
   * Fails with `memory.validation` for invalid text, and with `save.sent` if the item is being sent or was already
   * sent.
   */
  async function edit(
    id: string,
    { memoryId, ...words }: Editable & { memoryId: string },
  ): AsyncResult<LiveItem> {
    const item = await store.get(id);
    if (item === null || !isLive(item)) return err(itemGone);
    const invalid = validateText(words, item.kind);
    if (invalid !== null) return err(invalid);
    const container =
      item.container.id === memoryId
        ? item.container
        : (await ports.memoriesOf(item.connectionId)).find((memory) => memory.id === memoryId);
    if (container === undefined) return err(noSuchMemory);
    await ports.wakeAt(now());
    const change = { type: 'edited', ...words, container } as const;
    let edited = await record(id, change);
    // The attempt in progress might deliver the old text. If it fails, the new text can be sent.
    if (isSending(edited.item) && !hasWords(edited.item, words, memoryId)) {
      const timeout = new AbortController();
      await Promise.race([atRest(id), ports.sleep(attemptTimeoutMs, timeout.signal)]);
      timeout.abort();
      edited = await record(id, change);
    }
    if (edited.item === null || !isLive(edited.item)) return err(itemGone);
    // A repeated edit, whose first response was lost, also succeeds.
    const isTaken = edited.changed || hasWords(edited.item, words, memoryId);
    if (!isTaken) return err(editableOf(edited.item) === null ? beingSent : storageFull);
    if (item.kind === 'note') await ports.highlights.reword(id, words.content);
    return ok(edited.item);
  }

  /** Hides an item until it's removed. Whatever was already sent stays at the service. */
  async function discard(id: string): Promise<void> {
    await record(id, { type: 'discarded', until: now() + undoMs });
    await scheduleWake();
  }

  /** Fails with `memory.not-found` if the item was already removed. */
  async function restore(id: string): AsyncResult<LiveItem> {
    await ports.wakeAt(now());
    const { item } = await record(id, { type: 'restored' });
    return item !== null && isLive(item) ? ok(item) : err(itemGone);
  }

  async function forget(id: string): Promise<void> {
    const item = await store.get(id);
    await store.remove(id);
    await ports.highlights.remove(id);
    ports.removed(id, item);
  }

  async function forgetDiscarded(id: string): Promise<void> {
    const removed = await store.removeIf(
      id,
      ({ state }) => state.status === 'discarded' && state.until <= now(),
    );
    if (removed !== null) await ports.highlights.remove(id);
  }

  async function replaceEarlier(link: LiveItem): Promise<void> {
    for (const earlier of await store.ofPage(link.pageKey)) {
      const removed = await store.removeIf(earlier.id, (stored) => supersedes(link, stored));
      if (removed !== null) ports.removed(earlier.id, removed);
    }
  }

  /** After a Memory was deleted, removes its saved items and refuses unsent items. */
  async function forgetMemory(memoryId: string): Promise<void> {
    for (const id of await store.idsOfMemory(memoryId)) {
      await record(id, { type: 'orphaned', error: memoryGone });
      const item = await store.get(id);
      if (item === null) continue;
      if (!isUnsent(liveStateOf(item), item.material !== null)) await forget(id);
    }
  }

  /** Makes items due that were waiting only for the network. */
  async function online(): Promise<void> {
    for (const id of await store.idsWaiting()) await record(id, { type: 'online' });
  }

  /** Makes items due that have waited for the network since before `askedAt`. Items that failed later keep waiting. */
  async function reachedAgain(connectionId: string, askedAt: number): Promise<void> {
    for (const id of await store.idsWaiting()) {
      const item = await store.get(id);
      if (item === null || item.connectionId !== connectionId) continue;
      if (item.updatedAt < askedAt) await record(id, { type: 'online' });
    }
  }

  return {
    request,
    resume,
    retry,
    editable,
    edit,
    discard,
    restore,
    forget,
    replaceEarlier,
    forgetMemory,
    online,
    reachedAgain,
  };
}

function isSending(item: OutboxItem | null): item is LiveItem {
  return item?.state.status === 'sending';
}

function hasWords(
  { material, container }: LiveItem,
  { title, content }: Editable,
  memoryId: string,
): boolean {
  if (material === null || material.kind === 'link') return false;
  if (container.id !== memoryId || material.content !== content) return false;
  return material.kind === 'note' || title === null || material.title === title;
}

/**
 * Returns whether a link replaces an earlier unsent save of the same address in the same Memory. Batch items (without a
 * tab) stay, because batches count them.
 */
export function supersedes(later: OutboxItem, earlier: OutboxItem): boolean {
  return (
    isBefore(earlier, later) &&
    earlier.kind === 'link' &&
    earlier.customId === later.customId &&
    earlier.connectionId === later.connectionId &&
    earlier.container.id === later.container.id &&
    earlier.source.tabId !== null &&
    earlier.material !== null &&
    isLive(earlier) &&
    hasStatus(earlier.state, editableStatuses)
  );
}

/** Breaks ties by id, so that two links saved in the same millisecond don't remove each other. */
function isBefore(a: OutboxItem, b: OutboxItem): boolean {
  return a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
}
