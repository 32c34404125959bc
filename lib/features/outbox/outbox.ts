/**
 * Keeps every save from the click to the Memory, and does with it what the person says. What was asked for is written
 * down before anything else happens.
 */
import { editableOf, troubleWith } from '../../core/outbox/editable.ts';
import { openingOf } from '../../core/outbox/opening.ts';
import { standsFor } from '../../core/outbox/same-link.ts';
import { undoMs } from '../../core/outbox/schedule.ts';
import { isUnsent } from '../../core/outbox/standing.ts';
import { storageFull, storageRefused } from '../../core/outbox/storage.ts';
import { isKept, keptStateOf, type KeptItem } from '../../core/outbox/view.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { Editable, Highlight, OutboxItem } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { createCarrier } from './carry.ts';
import { beingSent, itemGone, memoryGone, noSuchMemory } from './errors.ts';
import type { OutboxPorts } from './ports.ts';
import { createRecorder } from './record.ts';

/** How long a change waits for the sending it came in the midst of. */
const sendingPatienceMs = 15_000;

/** Makes the outbox; `resume` must be called when the background starts and when it is woken. */
export function createOutbox(ports: OutboxPorts) {
  const { store, now } = ports;
  const record = createRecorder(ports);
  const { resume, askForWake, atRest } = createCarrier({
    ...ports,
    record,
    forget: forgetDiscarded,
  });

  /**
   * Writes the request down; the same id again gives the item as it is, and back if it was discarded. Fails with
   * `storage.full` where there is no room for another, and then nothing is written. The highlight of a note whose words
   * are there already is written with it, so that neither is ever without the other.
   */
  async function request(
    item: KeptItem,
    highlight: Highlight | null = null,
  ): Promise<Result<KeptItem, AppError>> {
    // The wake comes first: were the background to end between the two, the row would still be found.
    await ports.wakeAt(now());
    const named =
      highlight === null
        ? item
        : { ...item, opening: openingOf(highlight.quote ?? highlight.text) };
    const written = await store.insert(named, highlight);
    if (!written.ok) return err(written.error === 'full' ? storageFull : storageRefused);
    if (!isKept(written.value)) return restore(item.id);
    ports.changed(written.value, null);
    return ok(written.value);
  }

  /** The person's word to try again what was refused, is paused, waits, or was still learning. */
  async function retry(id: string, tabId: number | null): Promise<KeptItem | null> {
    await ports.wakeAt(now());
    const { item } = await record(id, { type: 'retried', tabId });
    return item !== null && isKept(item) ? item : null;
  }

  /** The text the person may change; null where there is none, or it is too late for that. */
  async function editable(id: string): Promise<Editable | null> {
    const item = await store.get(id);
    return item !== null && isKept(item) ? editableOf(item) : null;
  }

  /**
   * Sends the person's words instead of those that were read, to the Memory named. Fails with `memory.validation` for
   * words that no service would take, `save.sent` where the service has taken it meanwhile.
   */
  async function edit(
    id: string,
    { memoryId, ...words }: Editable & { memoryId: string },
  ): Promise<Result<KeptItem, AppError>> {
    const item = await store.get(id);
    if (item === null || !isKept(item)) return err(itemGone);
    const trouble = troubleWith(words, item.kind);
    if (trouble !== null) return err(trouble);
    const container =
      item.container.id === memoryId
        ? item.container
        : (await ports.memoriesOf(item.connectionId)).find((memory) => memory.id === memoryId);
    if (container === undefined) return err(noSuchMemory);
    await ports.wakeAt(now());
    const change = { type: 'edited', ...words, container } as const;
    let edited = await record(id, change);
    // While it is being sent nobody can tell which words will arrive; if these do not, the next ones can.
    if (isSending(edited.item) && !hasWords(edited.item, words, memoryId)) {
      const patience = new AbortController();
      await Promise.race([atRest(id), ports.sleep(sendingPatienceMs, patience.signal)]);
      patience.abort();
      edited = await record(id, change);
    }
    if (edited.item === null || !isKept(edited.item)) return err(itemGone);
    // The same words again, their first answer lost with the background that took them.
    const isTaken = edited.changed || hasWords(edited.item, words, memoryId);
    if (!isTaken) return err(editableOf(edited.item) === null ? beingSent : storageFull);
    if (item.kind === 'note') await ports.highlights.reword(id, words.content);
    return ok(edited.item);
  }

  /** Takes an item out of sight; some minutes later it is removed. What the service has already is not touched. */
  async function discard(id: string): Promise<void> {
    await record(id, { type: 'discarded', until: now() + undoMs });
    await askForWake();
  }

  /** Brings a discarded item back as it was, or as it has become meanwhile. Fails with `memory.not-found` too late. */
  async function restore(id: string): Promise<Result<KeptItem, AppError>> {
    await ports.wakeAt(now());
    const { item } = await record(id, { type: 'restored' });
    return item !== null && isKept(item) ? ok(item) : err(itemGone);
  }

  /** Removes an item for good, with the words of its highlight. */
  async function forget(id: string): Promise<void> {
    const item = await store.get(id);
    await store.remove(id);
    await ports.highlights.remove(id);
    ports.removed(id, item);
  }

  async function forgetDiscarded(id: string): Promise<void> {
    const isGone = await store.removeIf(
      id,
      ({ state }) => state.status === 'discarded' && state.until <= now(),
    );
    if (isGone) await ports.highlights.remove(id);
  }

  /** Takes the saves of an address out of the list in whose place a later one of it stands now. */
  async function replaceEarlier(link: KeptItem): Promise<void> {
    for (const earlier of await store.ofPage(link.pageKey)) {
      const isGone = await store.removeIf(earlier.id, (stored) => standsFor(link, stored));
      if (isGone) ports.removed(earlier.id, earlier);
    }
  }

  /** After a Memory was deleted: what it held is no longer saved, and what was on its way to it is refused. */
  async function forgetMemory(memoryId: string): Promise<void> {
    for (const id of await store.idsOfMemory(memoryId)) {
      await record(id, { type: 'orphaned', error: memoryGone });
      const item = await store.get(id);
      if (item === null) continue;
      if (!isUnsent(keptStateOf(item), item.material !== null)) await forget(id);
    }
  }

  /** The browser is online again: what waits for nothing else is due at once. */
  async function online(): Promise<void> {
    for (const id of await store.idsWaiting()) await record(id, { type: 'online' });
  }

  /**
   * A home answered what it was asked at `askedAt`: what has waited since before that for nothing else is due at once.
   * One that failed after it does wait, since the home did not answer that.
   */
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

function isSending(item: OutboxItem | null): item is KeptItem {
  return item?.state.status === 'sending';
}

function hasWords(
  { material, container }: KeptItem,
  { title, content }: Editable,
  memoryId: string,
): boolean {
  if (material === null || material.kind === 'link') return false;
  if (container.id !== memoryId || material.content !== content) return false;
  return material.kind === 'note' || title === null || material.title === title;
}
