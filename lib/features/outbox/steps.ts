/** The next step of an item, by its state: read the page, send it, or ask whether it was learned. */
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import { pageLeft } from '../../core/page-left.ts';
import { leavesOutcomeUnknown, sendDelayMs, verdictOn } from '../../core/outbox/schedule.ts';
import type { EventOf, LearningLook, OutboxEvent } from '../../core/outbox/event.ts';
import { utf8Bytes } from '../../core/outbox/storage.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { named } from '../../core/page-name.ts';
import { pageWords } from '../../core/page-version/page-words.ts';
import type { AppError } from '../../contracts/errors.ts';
import { serviceLimits } from '../../contracts/limits.ts';
import type { MemoryDocument } from '../../contracts/memory-api.ts';
import type { Highlight, OutboxItem } from '../../contracts/outbox.ts';
import { ok, type Result } from '../../contracts/result.ts';
import { cutText } from '../../core/text/cut-text.ts';
import type { MemoryClient } from '../../memory/client.ts';
import { findDocument as findInList } from '../../memory/find-document.ts';
import { homeGone, linkNotPermitted, nothingToSend, pageError, stepThrew } from './errors.ts';
import { keptBefore } from './kept-before.ts';
import type { OutboxPorts } from './ports.ts';

/** What was asked for is kept by another item already, so that there is nothing left to do for this one. */
export type Repeated = { type: 'repeated'; kept: KeptItem };

/** Takes the step and gives what came of it; the caller writes that down. */
export async function nextEvent(
  item: OutboxItem,
  ports: OutboxPorts,
): Promise<OutboxEvent | Repeated> {
  if (item.state.status === 'requested') {
    return item.kind === 'note' ? readSelection(item, ports) : readPage(item, ports);
  }
  const isLearning = item.state.status === 'learning';
  if (!isLearning && item.state.status !== 'sending') {
    return (await mayBeFetched(item, ports))
      ? { type: 'send' }
      : { type: 'withdrawn', error: linkNotPermitted };
  }
  const client = await ports.clientOf(item.connectionId);
  if (client === null) return { type: 'withdrawn', error: homeGone };
  return isLearning ? look(item, client) : send(item, { client, ports });
}

/** An address waits, before it is sent, for what lets its home read it. */
async function mayBeFetched({ material, connectionId }: OutboxItem, ports: OutboxPorts) {
  return material?.kind !== 'link' || ports.mayFetch(connectionId, material.url);
}

/** What is made of a step that threw: a bug over one item stops that item alone, and keeps it. */
export function eventAfterThrow(item: OutboxItem, now: number): OutboxEvent {
  if (item.state.status === 'learning') return { type: 'looked', look: notLearned };
  if (item.state.status === 'requested') return { type: 'refused', error: stepThrew };
  // A note may have been taken before that.
  return { ...delayed(item, stepThrew, now), isLost: item.kind === 'note' };
}

async function readPage(item: OutboxItem, ports: OutboxPorts): Promise<OutboxEvent> {
  const read = await ports.readPage(item.source);
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
  return { type: 'read', ...words, source: page };
}

async function readSelection(
  item: OutboxItem,
  ports: OutboxPorts,
): Promise<OutboxEvent | Repeated> {
  const read = await ports.readSelection(item.source);
  if (read.ok && !isOfPage(item, read.value.pageUrl)) return { type: 'refused', error: pageLeft };
  const words = read.ok ? read : (saidWords(item, read.error) ?? read);
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
  // Put first and looked for after: of two readings at the same time, one at least finds the other.
  await ports.highlights.put(highlight);
  const kept = await keptBefore(item, highlight, ports);
  if (kept !== null) return { type: 'repeated', kept };
  return {
    type: 'read',
    material: { kind: 'note', content: text },
    customId: null,
    source: words.value,
  };
}

/** Where the browser lets no script in; whatever else a reading fails with was found by reading. */
const closed: ReadonlySet<AppError['code']> = new Set([
  'page.restricted',
  'page.reader-view',
  'page.pdf',
]);

/** What the browser itself said to be selected, where it cannot be read; null where that is no way. */
function saidWords({ source, said }: OutboxItem, { code }: AppError) {
  if (said === undefined || !closed.has(code)) return null;
  if (utf8Bytes(said) > serviceLimits.contentBytes) return null;
  return ok({ ...source, canonicalLink: null, text: said, anchor: null });
}

/** Between the click and the reading, which a restart can put off, the tab may have gone to another page. */
function isOfPage(item: OutboxItem, url: string): boolean {
  return customIdOf({ url, canonicalLink: null }) === item.pageKey;
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
  const added = await client.memories.add({ container: container.id, content: material.content });
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

function setback(
  item: OutboxItem,
  { error }: Extract<Result<never, AppError>, { ok: false }>,
  now: number,
): OutboxEvent {
  switch (verdictOn(error, attemptOf(item))) {
    case 'wait':
      return delayed(item, error, now);
    case 'pause':
      return { type: 'withdrawn', error };
    case 'refuse':
      return { type: 'refused', error };
  }
}

function delayed(item: OutboxItem, error: AppError, now: number): EventOf<'delayed'> {
  return { type: 'delayed', error, until: now + sendDelayMs(attemptOf(item), error) };
}

function attemptOf({ state }: OutboxItem): number {
  return state.status === 'sending' ? state.attempt : 1;
}

/**
 * Whether the service answers something harmless: what it left unclear is then not merely the network that is gone, and
 * may have been done.
 */
async function worksOtherwise(client: MemoryClient): Promise<boolean> {
  const listed = await client.containers.list();
  return listed.ok || verdictOn(listed.error, 1) !== 'wait';
}

/** A question that could not be asked counts as one: the watch stays bounded whatever the service does. */
async function look(item: OutboxItem, client: MemoryClient): Promise<OutboxEvent> {
  const found = await findDocument(item, client);
  if (found.ok) return { type: 'looked', look: found.value };
  if (verdictOn(found.error, 1) === 'pause') return { type: 'withdrawn', error: found.error };
  return { type: 'looked', look: notLearned };
}

/** Newest first, so that what was just saved is near the start; a service that is slow to tell is asked again. */
const maxListPages = 3;

async function findDocument(
  item: OutboxItem,
  client: MemoryClient,
): Promise<Result<LearningLook, AppError>> {
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

/** It is shown and kept with its row, so it is bounded. */
function reasonOf(reason: unknown): Pick<LearningLook, 'reason'> {
  return typeof reason === 'string' ? { reason: cutText(reason, 500) } : {};
}

const notLearned: LearningLook = { learned: false, runStatus: null, documentId: null };
