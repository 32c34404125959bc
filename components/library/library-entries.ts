/** Merges this browser's saves with the documents of the connection into one list, each page once. */
import { isFinished, type OutboxView } from '../../lib/outbox/model.ts';
import { foldWord } from '../../lib/text/tokenize.ts';
import {
  type SavesEntry,
  type SavesFilter,
  type SavesSection,
  wordsOf,
} from '../outbox/saves-list.ts';
import { existedBefore } from '../outbox/save-state.ts';
import { documentView } from './document-row.tsx';
import type { DocumentRowOf } from './documents-state.ts';

export type LibraryEntry = SavesEntry | { kind: 'document'; row: DocumentRowOf };

type LibraryParts = {
  /** All saves, even those that a filter hides. */
  saves: readonly OutboxView[];
  sections: readonly SavesSection[];
  /** Null until they are known. */
  documents: readonly DocumentRowOf[] | null;
  /** In milliseconds since the epoch; older saves are left out. */
  horizon: number;
  /** Null while the active connection is unknown; finished saves of all connections are then listed. */
  connectionId: string | null;
  /** Returns whether a Memory's documents are all known, including any saved before this time. */
  listsAllOf: (memoryId: string, time: number) => boolean;
};

/**
 * Returns saves in progress, then everything else, newest first. A document that was saved in this browser is shown as
 * its save, which has more details and keeps its row once the service has indexed it.
 */
export function libraryEntries(parts: LibraryParts): readonly LibraryEntry[] {
  const { sections, horizon, connectionId, listsAllOf } = parts;
  const documents = parts.documents ?? [];
  const isOwn = (item: OutboxView) => connectionId === null || item.connectionId === connectionId;
  const stored = new Set(
    parts.saves.filter((item) => isOwn(item) && isStored(item)).flatMap(keysOfSave),
  );
  const listed = new Map(documents.flatMap((row) => keysOfRow(row).map((key) => [key, row])));
  const documentOf = (item: OutboxView) => {
    const key = keysOfSave(item).find((one) => listed.has(one));
    return key === undefined ? null : (listed.get(key) ?? null);
  };

  const rest: { time: number; entry: LibraryEntry }[] = [];
  for (const entry of entriesOf(sections, 'saved')) {
    if (entry.kind === 'discarded') {
      rest.push({ time: entry.discarded.items[0]?.createdAt ?? 0, entry });
      continue;
    }
    const { item } = entry;
    const row = documentOf(item);
    // Deleted elsewhere, unless the service doesn't list it yet.
    const isGone =
      item.kind !== 'note' && row === null && listsAllOf(item.container.id, item.updatedAt);
    // Saving a page again doesn't make it newer.
    const time = row !== null && existedBefore(item) ? row.time : item.createdAt;
    if (isOwn(item) && !isGone && (row !== null || time >= horizon)) rest.push({ time, entry });
  }
  for (const row of documents) {
    if (keysOfRow(row).some((key) => stored.has(key))) continue;
    rest.push({ time: row.time, entry: { kind: 'document', row } });
  }
  // The comparison comes first, because Infinity − Infinity is NaN.
  rest.sort((one, other) => (one.time === other.time ? 0 : other.time - one.time));
  return [...entriesOf(sections, 'progress'), ...rest.map(({ entry }) => entry)];
}

function entriesOf(sections: readonly SavesSection[], wanted: SavesSection['key']) {
  return sections.find(({ key }) => key === wanted)?.entries ?? [];
}

function isStored({ state }: OutboxView): boolean {
  return isFinished(state) || state.status === 'learning';
}

export function keyOf(entry: LibraryEntry): string {
  if (entry.kind === 'save') return entry.item.id;
  return entry.kind === 'discarded' ? entry.discarded.key : entry.row.document.id;
}

/** Returns the documents that match a filter. The service doesn't report a document's kind, so all count as pages. */
export function filteredDocuments(
  documents: readonly DocumentRowOf[],
  { words, kind }: SavesFilter,
): readonly DocumentRowOf[] {
  if (kind !== null && kind !== 'page') return [];
  const wanted = wordsOf(words);
  if (wanted.length === 0) return documents;
  return documents.filter(({ document }) => {
    const { title, host } = documentView(document);
    const text = foldWord(`${title}\n${host ?? ''}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Returns the document that a save stored; null if it isn't listed. */
export function documentOfSave(
  item: OutboxView,
  documents: readonly DocumentRowOf[],
): DocumentRowOf | null {
  const keys = new Set(keysOfSave(item));
  return documents.find((row) => keysOfRow(row).some((key) => keys.has(key))) ?? null;
}

function keysOfRow({ memoryId, document: { id, customId } }: DocumentRowOf): string[] {
  const own = idKey(memoryId, id);
  return customId === null ? [own] : [customKey(memoryId, customId), own];
}

function keysOfSave({ kind, container, customId, state }: OutboxView): string[] {
  if (kind === 'note') return [];
  const documentId = 'documentId' in state ? state.documentId : null;
  return [
    ...(customId === null ? [] : [customKey(container.id, customId)]),
    ...(documentId === null ? [] : [idKey(container.id, documentId)]),
  ];
}

const customKey = (memoryId: string, customId: string) => JSON.stringify([memoryId, customId]);
const idKey = (memoryId: string, documentId: string) =>
  JSON.stringify([memoryId, 'id', documentId]);
