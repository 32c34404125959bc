/**
 * Copies what only the extension knows about the items on this device to the service and back, so that exports contain
 * it and imports restore it.
 */
import * as z from 'zod/mini';
import { sleep } from '../async/sleep.ts';
import type { ContainerWithCounts, OwnerNotes } from '../contract/owner-api.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import { highlightFromNote, noteMetadataOf } from '../highlights/model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { OwnerClient } from '../memory-client/owner.ts';
import {
  type FinishedItem,
  type LiveItem,
  type OutboxView,
  savedHighlight,
  savedNote,
  savedPage,
  type Highlight,
} from '../outbox/model.ts';

export type DeviceRecordsPorts = {
  owner: Pick<OwnerClient, 'listContainers' | 'listNotes' | 'describeNotes'>;
  documents: Pick<MemoryClient['documents'], 'list'>;
  /** Returns the highlights after this id, in the order of their ids; all if it's null. */
  highlightsAfter: (id: string | null, limit: number) => Promise<Highlight[]>;
  /** Returns the latest saves. */
  listSaves: () => Promise<{ items: readonly OutboxView[] }>;
  /** Adds the items that aren't known yet. */
  adopt: (items: readonly FinishedItem[]) => Promise<LiveItem[]>;
  /** Returns the id of the connection to this device; null if there is none. */
  deviceId: () => Promise<string | null>;
};

type Done = AsyncResult<null>;

const notesAtOnce = 100;
const documentsAtOnce = 200;
const patienceMs = 15_000;

export function createDeviceRecords(ports: DeviceRecordsPorts) {
  const { owner, documents, highlightsAfter, listSaves, adopt, deviceId } = ports;

  const keep = (highlights: readonly Highlight[]) =>
    owner.describeNotes(
      highlights.flatMap((highlight) =>
        highlight.memoryId === null
          ? []
          : [{ id: highlight.memoryId, metadata: noteMetadataOf(highlight) }],
      ),
    );

  /** Stores each highlight with its note at the service, and marks the other notes that the person wrote. */
  async function toService(): Done {
    let after: string | null = null;
    for (;;) {
      const highlights: Highlight[] = await highlightsAfter(after, notesAtOnce);
      const last = highlights.at(-1);
      if (last === undefined) return keepWritten();
      const described = await keep(highlights);
      if (!described.ok) return described;
      after = last.id;
    }
  }

  async function keepWritten(): Done {
    const written = (await listSaves()).items.flatMap((item) =>
      item.kind === 'note' && item.isWritten === true && item.noteId !== undefined
        ? [{ id: item.noteId, metadata: { written_as: item.id } }]
        : [],
    );
    return written.length === 0 ? ok(null) : owner.describeNotes(written);
  }

  /** Runs `toService` before everything is forgotten. A failure or a delay must not stop the deletion. */
  async function toServiceInTime(): Promise<void> {
    if ((await deviceId()) === null) return;
    await Promise.race([toService(), sleep(patienceMs)]).catch(() => undefined);
  }

  /** Adds a finished save for each document and each note the person wrote, and restores the highlights. */
  async function fromService(): Done {
    const connectionId = await deviceId();
    const containers = await owner.listContainers();
    if (!containers.ok) return containers;
    if (connectionId === null) return ok(null);
    for (const { documents: pages, notes, ...container } of containers.value) {
      // Read past the counts, because more may be saved in the meantime.
      const all = { ...container, documents: pages && Infinity, notes: notes && Infinity };
      const adopted = await adoptNewest(all, ownNoteIn);
      if (!adopted.ok) return adopted;
    }
    return ok(null);
  }

  /**
   * Adds saves of a Memory's newest items, up to its counts, and returns those that weren't known. `saveIn`
   * returns null for a note to skip.
   */
  async function adoptNewest(
    { id, name, documents: pages, notes }: ContainerWithCounts,
    saveIn: (note: Note, place: Place) => FinishedItem | null = (note, place) =>
      ownNoteIn(note, place) ?? savedNote(note, place),
  ): AsyncResult<LiveItem[]> {
    const connectionId = await deviceId();
    if (connectionId === null) return ok([]);
    const place = { connectionId, container: { id, name } };
    const adopted: LiveItem[] = [];
    let cursor: string | null = null;
    for (let left = pages; left > 0; left -= documentsAtOnce) {
      const more: { cursor?: string } = cursor === null ? {} : { cursor };
      const page = await documents.list({ container: id, limit: documentsAtOnce, ...more });
      if (!page.ok) return page;
      const newest = page.value.documents.slice(0, left);
      adopted.push(
        ...(await adopt(newest.flatMap((document) => savedPage(document, place) ?? []))),
      );
      cursor = page.value.nextCursor;
      if (cursor === null) break;
    }
    cursor = null;
    for (let left = notes; left > 0;) {
      const page: Awaited<ReturnType<OwnerClient['listNotes']>> = await owner.listNotes(id, cursor);
      if (!page.ok) return page;
      const newest = page.value.notes.slice(0, left);
      adopted.push(...(await adopt(newest.flatMap((note) => saveIn(note, place) ?? []))));
      left -= newest.length;
      cursor = page.value.next_cursor;
      if (cursor === null) break;
    }
    return ok(adopted);
  }

  return {
    toService,
    toServiceInTime,
    fromService,
    adoptNewest: (newest: ContainerWithCounts) => adoptNewest(newest),
    keepHighlight: (highlight: Highlight) => keep([highlight]),
  };
}

function highlightIn(note: Note, place: Place): FinishedItem | null {
  const highlight = highlightFromNote(note);
  return highlight === null ? null : savedHighlight(highlight, place);
}

/** Returns null for a note from another program. Reuses the save's id, so that a known note isn't added again. */
function ownNoteIn(note: Note, place: Place): FinishedItem | null {
  const written = z.safeParse(writtenSchema, note.metadata);
  if (!written.success) return highlightIn(note, place);
  const id = written.data.written_as;
  const { item, highlight } = savedNote(note, place);
  return { item: { ...item, id, pageKey: `note:${id}` }, highlight };
}

/** The metadata of a note the person wrote: the id of its save. */
const writtenSchema = z.object({ written_as: z.uuid() });

type Note = OwnerNotes['notes'][number];
type Place = Pick<FinishedItem['item'], 'connectionId' | 'container'>;
