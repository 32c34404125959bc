/**
 * The numbered migrations of the extension's IndexedDB. Each is frozen: it defines its own types and imports no current
 * schema, so that it treats an old database the same way no matter how the code has changed since. Never edit a
 * released migration; append another.
 */
import * as z from 'zod/mini';
import type { IDBPDatabase, IDBPTransaction } from 'idb';
// Safe to import, because it isn't a schema and the contract fixes its results.
import { customIdOf } from '../custom-id/custom-id.ts';

type Database = IDBPDatabase;
type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;
export type Migration = (db: Database, tx: Upgrade) => Promise<void> | void;

/** The migration at index 0 creates version 1, and so on. All migrations that are needed run in one transaction. */
export const migrations: readonly Migration[] = [
  createOutbox,
  createVault,
  keyOutbox,
  createCapturing,
  splitOutbox,
];

/** Version 1: creates the outbox. */
function createOutbox(db: Database): void {
  const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
  outbox.createIndex('by-status', 'state.status');
  outbox.createIndex('by-page', 'pageKey');
  outbox.createIndex('by-custom-id', 'customId');
  const highlights = db.createObjectStore('highlights', { keyPath: 'id' });
  highlights.createIndex('by-memory', 'memoryId');
  highlights.createIndex('by-text', 'text');
}

/** Version 2: creates the vault. */
function createVault(db: Database): void {
  db.createObjectStore('vault', { keyPath: ['connectionId', 'kind'] });
  db.createObjectStore('vault-key');
  db.createObjectStore('withdrawals', { keyPath: ['credentialId', 'access'] });
}

/** Version 3: adds keys for the indexes. A row that can't be read gets no keys, so it stays but is never processed. */
async function keyOutbox(_db: Database, tx: Upgrade): Promise<void> {
  const outbox = tx.objectStore('outbox');
  outbox.createIndex('by-due', 'keys.due');
  outbox.createIndex('by-unsent-bytes', 'keys.unsentBytes');
  outbox.createIndex('by-finished', 'keys.finishedAt');
  for (let row = await outbox.openCursor(); row !== null; row = await row.continue()) {
    const item = z.safeParse(flatItem, row.value).data;
    if (item !== undefined) await row.update({ ...row.value, keys: keysOf(item) });
  }
}

/** Version 4: creates previews and batches, and adds page keys to highlights. */
async function createCapturing(db: Database, tx: Upgrade): Promise<void> {
  db.createObjectStore('previews', { keyPath: 'id' }).createIndex('by-tab', 'tabId');
  db.createObjectStore('batches', { keyPath: 'id' });
  const entries = db.createObjectStore('batch-entries', { keyPath: 'id' });
  entries.createIndex('by-batch', ['batchId', 'order']);
  entries.createIndex('by-status', ['batchId', 'status', 'order']);
  const highlights = tx.objectStore('highlights');
  highlights.createIndex('by-page', 'pageKey');
  for (let row = await highlights.openCursor(); row !== null; row = await row.continue()) {
    const highlight = z.safeParse(unkeyedHighlight, row.value).data;
    if (highlight === undefined || highlight.pageKey !== undefined) continue;
    const pageKey = customIdOf({ url: highlight.url, canonicalLink: null });
    await row.update({ ...row.value, pageKey });
  }
}

/**
 * Version 5: moves the text of an item to a separate store, and keeps only the fields of its kind. A row that can't be
 * read stays unchanged, including its text.
 */
async function splitOutbox(db: Database, tx: Upgrade): Promise<void> {
  const texts = db.createObjectStore('outbox-texts', { keyPath: 'id' });
  const outbox = tx.objectStore('outbox');
  outbox.createIndex('by-learning', 'keys.learning');
  outbox.createIndex('by-memory', 'container.id');
  for (let row = await outbox.openCursor(); row !== null; row = await row.continue()) {
    const item = z.safeParse(flatItem, row.value).data;
    const fields = item === undefined ? null : fieldsOfKind(item);
    if (item === undefined || fields === null) continue;
    const { id, material, said, state, connectionId } = item;
    const hasSelection = item.kind === 'note' && said !== undefined;
    if (material !== null || hasSelection) {
      await texts.put({ id, material, ...(hasSelection ? { selectionText: said } : {}) });
    }
    const isLearning =
      state.status === 'learning' ||
      (item.kind === 'page' && (state.status === 'captured' || state.status === 'sending'));
    const keys = { ...keysOf(item), ...(isLearning ? { learning: connectionId } : {}) };
    await row.update({ ...fields, hasText: material !== null, keys });
  }
}

const time = z.number();
const anyError = z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean() });
const documentId = z.nullable(z.string());
const existed = z.boolean();
const metadata = z.record(z.string(), z.unknown());

/** States of an item in versions 1 to 5, without `discarded`. */
const restoredState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('requested') }),
  z.object({ status: z.literal('captured') }),
  z.object({ status: z.literal('sending'), attempt: z.int() }),
  z.object({ status: z.literal('waiting'), attempt: z.int(), until: time, error: anyError }),
  z.object({ status: z.literal('accepted'), existed }),
  z.object({
    status: z.literal('learning'),
    existed,
    documentId,
    polls: z.int(),
    nextPollAt: time,
  }),
  z.object({ status: z.literal('learned'), existed, documentId }),
  z.object({ status: z.literal('failed'), documentId, reason: z.nullable(z.string()) }),
  z.object({ status: z.literal('canceled'), documentId }),
  z.object({ status: z.literal('unlearned'), documentId }),
  z.object({ status: z.literal('refused'), error: anyError }),
  z.object({ status: z.literal('paused'), error: anyError }),
]);

/** An item in versions 1 to 4: one shape for all kinds, with optional fields added over time. */
const flatItem = z.object({
  id: z.string(),
  kind: z.enum(['page', 'note', 'link']),
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  source: z.object({
    url: z.string(),
    title: z.string(),
    tabId: z.nullable(z.int()),
    frameId: z.nullable(z.int()),
  }),
  pageKey: z.string(),
  clickedOn: z.optional(z.string()),
  customId: z.nullable(z.string()),
  fingerprint: z.optional(z.string()),
  digest: z.optional(z.string()),
  isVersion: z.optional(z.boolean()),
  isUnfinished: z.optional(z.boolean()),
  errorStatus: z.optional(z.int()),
  isUnseen: z.optional(z.boolean()),
  isWritten: z.optional(z.boolean()),
  noteId: z.optional(z.string()),
  opening: z.optional(z.string()),
  ownTitle: z.optional(z.string()),
  said: z.optional(z.string()),
  material: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('page'),
        customId: z.string(),
        title: z.string(),
        content: z.string(),
        metadata,
        isEdited: z.optional(z.boolean()),
      }),
      z.object({ kind: z.literal('note'), content: z.string() }),
      z.object({
        kind: z.literal('link'),
        customId: z.string(),
        url: z.string(),
        title: z.nullable(z.string()),
        metadata,
      }),
    ]),
  ),
  createdAt: time,
  updatedAt: time,
  heldUntil: z.optional(time),
  wasSent: z.optional(z.boolean()),
  lostAnswers: z.optional(z.int()),
  state: z.discriminatedUnion('status', [
    ...restoredState.def.options,
    z.object({ status: z.literal('discarded'), until: time, before: restoredState }),
  ]),
});
type FlatItem = z.infer<typeof flatItem>;

/** A highlight in versions 1 to 4. */
const unkeyedHighlight = z.object({
  id: z.string(),
  memoryId: z.nullable(z.string()),
  text: z.string(),
  url: z.string(),
  title: z.string(),
  pageKey: z.optional(z.string()),
  createdAt: time,
});

/** The index keys of versions 3 to 5. */
function keysOf(item: FlatItem): object {
  const { state, createdAt, updatedAt, connectionId, material, heldUntil } = item;
  const before = state.status === 'discarded' ? state.before : state;
  const due = dueAt();
  const lane =
    state.status === 'requested'
      ? 'reading'
      : `${state.status === 'learning' ? 'watching' : 'sending'} ${connectionId}`;
  const isUnsent =
    before.status === 'requested' ||
    (material !== null &&
      ['captured', 'sending', 'waiting', 'refused', 'paused'].includes(before.status));
  const isFinished = ['accepted', 'learned', 'failed', 'canceled', 'unlearned'].includes(
    state.status,
  );
  return {
    ...(due === null ? {} : { due: [due, lane] }),
    ...(isUnsent ? { unsentBytes: bytesOf(material) } : {}),
    ...(isFinished ? { finishedAt: updatedAt } : {}),
  };

  function dueAt(): number | null {
    switch (state.status) {
      case 'captured':
        return heldUntil ?? createdAt;
      case 'requested':
      case 'sending':
        return createdAt;
      case 'waiting':
      case 'discarded':
        return state.until;
      case 'learning':
        return state.nextPollAt;
      default:
        return null;
    }
  }
}

function bytesOf(material: FlatItem['material']): number {
  if (material === null) return 0;
  const texts =
    material.kind === 'note'
      ? [material.content]
      : [
          material.kind === 'page' ? material.content : material.url,
          material.title ?? '',
          material.customId,
          JSON.stringify(material.metadata),
        ];
  return texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
}

/** Returns an item's fields other than its text in version 5; null if they belong to different kinds. */
function fieldsOfKind(item: FlatItem): object | null {
  const { id, connectionId, container, source, pageKey, createdAt, updatedAt, wasSent, state } =
    item;
  if (item.material !== null && item.material.kind !== item.kind) return null;
  const shared = present({
    id,
    connectionId,
    container,
    source,
    pageKey,
    createdAt,
    updatedAt,
    wasSent,
    state,
  });
  const { kind, customId } = item;
  switch (kind) {
    case 'page': {
      const { fingerprint, digest, isVersion, isUnfinished, errorStatus, isUnseen, ownTitle } =
        item;
      const own = { fingerprint, digest, isVersion, isUnfinished, errorStatus, isUnseen, ownTitle };
      return { ...shared, kind, customId, ...present(own) };
    }
    case 'note': {
      const { isWritten, noteId, opening, heldUntil, lostAnswers } = item;
      const own = { isWritten, noteId, opening, heldUntil, lostAnswers };
      return { ...shared, kind, customId: null, ...present(own) };
    }
    case 'link':
      return customId === null
        ? null
        : { ...shared, kind, customId, ...present({ clickedOn: item.clickedOn }) };
  }
}

function present(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
