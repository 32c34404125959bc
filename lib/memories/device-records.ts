/**
 * Copies what only the extension knows of the items on this device to the service and back, so that an export contains
 * it and a new profile gets it from an import.
 */
import type { ContainerWithCounts } from '../contract/owner-api.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import { highlightFromNote, noteMetadataOf } from '../highlights/model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { OwnerClient } from '../memory-client/owner.ts';
import { type FinishedItem, savedHighlight, savedPage, type Highlight } from '../outbox/model.ts';

export type DeviceRecordsPorts = {
  owner: Pick<OwnerClient, 'listContainers' | 'listNotes' | 'describeNotes'>;
  documents: Pick<MemoryClient['documents'], 'list'>;
  /** Returns the highlights after this id, in the order of their ids; all if it's null. */
  highlightsAfter: (id: string | null, limit: number) => Promise<Highlight[]>;
  /** Adds the items that aren't known yet. */
  adopt: (items: readonly FinishedItem[]) => Promise<unknown>;
  /** Returns the id of the connection to this device; null if there is none. */
  deviceId: () => Promise<string | null>;
};

type Done = AsyncResult<null>;

const notesAtOnce = 100;
const documentsAtOnce = 200;

export function createDeviceRecords(ports: DeviceRecordsPorts) {
  const { owner, documents, highlightsAfter, adopt, deviceId } = ports;

  /** Stores each highlight with its note at the service. */
  async function toService(): Done {
    let after: string | null = null;
    for (;;) {
      const highlights: Highlight[] = await highlightsAfter(after, notesAtOnce);
      const last = highlights.at(-1);
      if (last === undefined) return ok(null);
      const notes = highlights.flatMap((highlight) =>
        highlight.memoryId === null
          ? []
          : [{ id: highlight.memoryId, metadata: noteMetadataOf(highlight) }],
      );
      const described = await owner.describeNotes(notes);
      if (!described.ok) return described;
      after = last.id;
    }
  }

  /** Adds a finished save for each document, and a highlight for each note that has one. */
  async function fromService(): Done {
    const connectionId = await deviceId();
    const containers = await owner.listContainers();
    if (!containers.ok) return containers;
    if (connectionId === null) return ok(null);
    for (const container of containers.value) {
      const place = { connectionId, container: { id: container.id, name: container.name } };
      const pages = await adoptPages(place, container);
      if (!pages.ok) return pages;
      const notes = await adoptHighlights(place, container);
      if (!notes.ok) return notes;
    }
    return ok(null);
  }

  async function adoptPages(place: Place, { id, documents: count }: ContainerWithCounts): Done {
    let cursor: string | null = null;
    if (count === 0) return ok(null);
    do {
      const more: { cursor?: string } = cursor === null ? {} : { cursor };
      const page = await documents.list({ container: id, limit: documentsAtOnce, ...more });
      if (!page.ok) return page;
      await adopt(page.value.documents.flatMap((document) => savedPage(document, place) ?? []));
      cursor = page.value.nextCursor;
    } while (cursor !== null);
    return ok(null);
  }

  async function adoptHighlights(place: Place, { id, notes: count }: ContainerWithCounts): Done {
    let cursor: string | null = null;
    if (count === 0) return ok(null);
    do {
      const page: Awaited<ReturnType<OwnerClient['listNotes']>> = await owner.listNotes(id, cursor);
      if (!page.ok) return page;
      const { notes, next_cursor } = page.value;
      const highlights = notes.flatMap((note) => highlightFromNote(note) ?? []);
      await adopt(highlights.map((highlight) => savedHighlight(highlight, place)));
      cursor = next_cursor;
    } while (cursor !== null);
    return ok(null);
  }

  return { toService, fromService };
}

type Place = Pick<FinishedItem['item'], 'connectionId' | 'container'>;
