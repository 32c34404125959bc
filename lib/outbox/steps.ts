import { pageKeyOf } from '../custom-id/custom-id.ts';
import { pageLeft } from '../save/model.ts';
import { sendDelayMs, verdictOn } from './schedule.ts';
import type { EventOf, LearningLook, OutboxEvent } from './transition.ts';
import {
  type LiveItem,
  type Highlight,
  type NoteItem,
  type OutboxItem,
  type PageItem,
  connectionGone,
  isLive,
  pageWords,
} from './model.ts';
import { utf8Bytes } from '../capture/capture-errors.ts';
import { named } from '../capture/page-name.ts';
import { type AppError, leavesOutcomeUnknown } from '../contract/errors.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { MemoryDocument } from '../contract/memory-api.ts';
import { type AsyncResult, ok, type Result } from '../contract/result.ts';
import { cutText } from '../text/cut-text.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { findDocument as findInList } from '../memory-client/find-document.ts';
import { linkNotPermitted, nothingToSend, pageError, stepThrew } from './errors.ts';
import type { OutboxPorts } from './ports.ts';
import { isSameSelection, noteMetadataOf } from '../highlights/model.ts';

/** Another item already has the same highlight. */
type Duplicate = { type: 'duplicate'; original: LiveItem };

/** Performs an item's next step. The caller stores the resulting event. */
export async function nextEvent(
  item: OutboxItem,
  ports: OutboxPorts,
): Promise<OutboxEvent | Duplicate> {
  if (item.state.status === 'requested') {
    if (item.kind === 'note') return readSelection(item, ports);
    return item.kind === 'page' ? readPage(item, ports) : { type: 'refused', error: nothingToSend };
  }
  const isLearning = item.state.status === 'learning';
  if (!isLearning && item.state.status !== 'sending') {
    const { material, connectionId } = item;
    // A link isn't sent until the connection can fetch its URL.
    const mayBeFetched =
      material?.kind !== 'link' || (await ports.mayFetch(connectionId, material.url));
    return mayBeFetched ? { type: 'send' } : { type: 'withdrawn', error: linkNotPermitted };
  }
  const client = await ports.clientOf(item.connectionId);
  if (client === null) return { type: 'withdrawn', error: connectionGone };
  return isLearning ? look(item, client) : send(item, { client, ports });
}

/** An exception stops only this item, which keeps its text. */
export function eventAfterThrow(item: OutboxItem, now: number): OutboxEvent {
  if (item.state.status === 'learning') return { type: 'looked', look: notLearned };
  if (item.state.status === 'requested') return { type: 'refused', error: stepThrew };
  // The service might have stored a note before the exception.
  return { ...delayed(item, stepThrew, now), isLost: item.kind === 'note' };
}

async function readPage(item: PageItem, ports: OutboxPorts): Promise<OutboxEvent> {
  const read = await ports.readPage(item.source, item.part);
  if (!read.ok) return { type: 'refused', error: read.error };
  if (!isOfPage(item, read.value.url)) return { type: 'refused', error: pageLeft };
  if (item.isUnseen === true && read.value.errorStatus !== undefined) {
    return { type: 'refused', error: pageError };
  }
  const page = named(read.value);
  const words = await pageWords(page, {
    title: item.ownTitle ?? null,
    asVersion: item.isVersion === true,
  });
  return { type: 'read', kind: 'page', ...words, source: page };
}

async function readSelection(item: NoteItem, ports: OutboxPorts): Promise<OutboxEvent | Duplicate> {
  const read = await ports.readSelection(item.source);
  if (read.ok && !isOfPage(item, read.value.pageUrl)) return { type: 'refused', error: pageLeft };
  const words = read.ok ? read : (reportedSelection(item, read.error) ?? read);
  if (!words.ok) return { type: 'refused', error: words.error };
  const { text, url, title, anchor } = words.value;
  const highlight: Highlight = {
    id: item.id,
    memoryId: null,
    text,
    quote: text,
    comment: null,
    url,
    title,
    pageKey: item.pageKey,
    anchor,
    createdAt: item.createdAt,
  };
  // Store before searching, so that of two saves read at the same time, at least one finds the other.
  await ports.highlights.put(highlight);
  const original = await findDuplicate(item, highlight, ports);
  if (original !== null) return { type: 'duplicate', original };
  return {
    type: 'read',
    kind: 'note',
    material: { kind: 'note', content: text },
    source: words.value,
  };
}

/** Errors for pages that scripts can't run on. */
const closed: ReadonlySet<AppError['code']> = new Set([
  'page.restricted',
  'page.reader-view',
  'page.pdf',
]);

/** Returns null if the browser reported no selection, or if it can't replace this error. */
function reportedSelection({ source, selectionText: text }: NoteItem, { code }: AppError) {
  if (text === undefined || !closed.has(code)) return null;
  if (utf8Bytes(text) > serviceLimits.contentBytes) return null;
  return ok({ ...source, canonicalLink: null, text, anchor: null });
}

/** Returns whether the tab still shows the item's page. After a restart, it might show another one. */
function isOfPage(item: OutboxItem, url: string): boolean {
  return pageKeyOf(url) === item.pageKey;
}

async function send(
  item: OutboxItem,
  { client, ports }: { client: MemoryClient; ports: OutboxPorts },
): Promise<OutboxEvent> {
  const { material, container } = item;
  if (material === null) return { type: 'refused', error: nothingToSend };
  if (material.kind !== 'note') {
    const added = await client.documents.add({
      container: container.id,
      ...(material.kind === 'page' ? { content: material.content } : { url: material.url }),
      ...(material.title === null ? {} : { title: material.title }),
      custom_id: material.customId,
      metadata: material.metadata,
    });
    if (!added.ok) return setback(item, added, ports.now());
    const { status, documentId } = added.value;
    return { type: 'taken', existed: status === 'exists', documentId };
  }
  const metadata = await metadataOf(item, ports);
  const note = { container: container.id, content: material.content, metadata };
  const added = await client.memories.add(note, { idempotencyKey: item.id });
  if (!added.ok) {
    const event = setback(item, added, ports.now());
    if (event.type !== 'delayed' || !leavesOutcomeUnknown(added.error)) return event;
    return { ...event, isLost: await worksOtherwise(client) };
  }
  const { memoryId: noteId } = added.value;
  if (noteId === null) return { type: 'taken', existed: false, documentId: null };
  await ports.highlights.update(item.id, { memoryId: noteId });
  return { type: 'taken', existed: false, documentId: null, noteId };
}

/** Returns what else is known about a note: its highlight, or that the person wrote it. */
async function metadataOf(item: OutboxItem, ports: OutboxPorts) {
  if (item.kind === 'note' && item.isWritten === true) return { written_as: item.id };
  const onPage = await ports.highlights.ofPage(item.pageKey);
  const highlight = onPage.find(({ id }) => id === item.id);
  return highlight === undefined ? undefined : noteMetadataOf(highlight);
}

function setback(
  item: OutboxItem,
  { error }: Extract<Result<never, AppError>, { ok: false }>,
  now: number,
): OutboxEvent {
  const verdict = verdictOn(error, attemptOf(item));
  if (verdict === 'wait') return delayed(item, error, now);
  return { type: verdict === 'pause' ? 'withdrawn' : 'refused', error };
}

function delayed(item: OutboxItem, error: AppError, now: number): EventOf<'delayed'> {
  return { type: 'delayed', error, until: now + sendDelayMs(attemptOf(item), error) };
}

function attemptOf({ state }: OutboxItem): number {
  return state.status === 'sending' ? state.attempt : 1;
}

/** Returns whether the service works. If so, the network isn't the cause, and the note might be stored. */
async function worksOtherwise(client: MemoryClient): Promise<boolean> {
  const listed = await client.containers.list();
  return listed.ok || verdictOn(listed.error, 1) !== 'wait';
}

/** Polls a document's indexing status. A failed poll counts too, so that the number of polls is limited. */
async function look(item: OutboxItem, client: MemoryClient): Promise<OutboxEvent> {
  const found = await findDocument(item, client);
  if (found.ok) return { type: 'looked', look: found.value };
  if (verdictOn(found.error, 1) === 'pause') return { type: 'withdrawn', error: found.error };
  return { type: 'looked', look: notLearned };
}

/** The list is newest first, so a new document is near the start. If it isn't found, it's polled again. */
const maxListPages = 3;

async function findDocument(item: OutboxItem, client: MemoryClient): AsyncResult<LearningLook> {
  const documentId = item.state.status === 'learning' ? item.state.documentId : null;
  if (documentId !== null) {
    const got = await client.documents.get({ id: documentId });
    return got.ok ? ok(lookAt(got.value)) : got;
  }
  if (item.customId === null) return ok(notLearned);
  const { container, customId } = item;
  const found = await findInList(client.documents, {
    container: container.id,
    customId,
    maxPages: maxListPages,
  });
  if (!found.ok) return found;
  return ok(found.value.found ? lookAt(found.value.document) : notLearned);
}

function lookAt(document: MemoryDocument): LearningLook {
  return {
    learned: document.learned === true,
    runStatus: document.learning_run?.status ?? null,
    ...reasonOf(document.learning_run?.reason),
    documentId: document.id,
  };
}

/** Truncates the reason, because it's stored and shown. */
function reasonOf(reason: unknown): Pick<LearningLook, 'reason'> {
  return typeof reason === 'string' ? { reason: cutText(reason, 500) } : {};
}

const notLearned: LearningLook = { learned: false, runStatus: null, documentId: null };

/**
 * Finds an item with the same selection, page and Memory that wasn't refused. If two items are read at the same time,
 * the earlier item is the original.
 */
async function findDuplicate(
  item: OutboxItem,
  highlight: Highlight,
  { store, highlights }: Pick<OutboxPorts, 'store' | 'highlights'>,
): Promise<LiveItem | null> {
  for (const other of await highlights.ofPage(item.pageKey)) {
    if (other.id === item.id || !isSameSelection(other, highlight)) continue;
    const found = await store.get(other.id);
    if (found !== null && isLive(found) && isInMemoryOf(item, found) && isOriginal(found, item)) {
      return found;
    }
  }
  return null;
}

function isInMemoryOf({ connectionId, container }: OutboxItem, other: OutboxItem): boolean {
  return connectionId === other.connectionId && container.id === other.container.id;
}

function isOriginal({ id, createdAt, state: { status } }: LiveItem, than: OutboxItem): boolean {
  if (status !== 'requested') return status !== 'refused';
  return createdAt < than.createdAt || (createdAt === than.createdAt && id < than.id);
}
