/** Everything saved and on its way: the rows of the outbox, as stored in IndexedDB (see docs/architecture.md). */
import * as z from 'zod/mini';
import { anchorSchema } from './capture.ts';
import { appErrorSchema } from './errors.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** What is to be sent, in the service's own terms. */
export const materialSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    customId: z.string(),
    title: z.string(),
    content: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('note'), content: z.string() }),
]);
export type Material = z.infer<typeof materialSchema>;

/** Learning is asked about again at `nextPollAt`; `polls` counts the questions so far. */
const watchFields = {
  documentId: z.nullable(z.string()),
  polls: z.int(),
  nextPollAt: timestamp,
};

/**
 * `requested` → `captured` → `sending` → `learning` → `learned | failed | canceled | unlearned`;
 * a note `sending` → `accepted`, where it ends: the contract lets nobody ask after a note.
 * `sending` → `waiting` → `sending`; `requested | sending` → `refused`; all that is under way → `paused`.
 */
export const outboxStateSchema = z.discriminatedUnion('status', [
  /** Asked for, the page not read yet: written first, so that a dying worker loses no click. */
  z.object({ status: z.literal('requested') }),
  z.object({ status: z.literal('captured') }),
  z.object({ status: z.literal('sending'), attempt: z.int() }),
  z.object({
    status: z.literal('waiting'),
    attempt: z.int(),
    until: timestamp,
    error: appErrorSchema,
  }),
  z.object({ status: z.literal('accepted'), existed: z.boolean() }),
  z.object({ status: z.literal('learning'), existed: z.boolean(), ...watchFields }),
  z.object({
    status: z.literal('learned'),
    existed: z.boolean(),
    documentId: z.nullable(z.string()),
  }),
  z.object({
    status: z.literal('failed'),
    documentId: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  }),
  z.object({ status: z.literal('canceled'), documentId: z.nullable(z.string()) }),
  /** The bounded polls are used up and the service is still learning; the person may look again. */
  z.object({ status: z.literal('unlearned'), documentId: z.nullable(z.string()) }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** The credential was withdrawn; kept until the person acts. */
  z.object({ status: z.literal('paused'), error: appErrorSchema }),
]);
export type OutboxState = z.infer<typeof outboxStateSchema>;
export type OutboxStatus = OutboxState['status'];

export const outboxItemSchema = z.object({
  /** Chosen where the person clicked, so that a repeated message is the same save. */
  id: z.string(),
  kind: z.enum(['page', 'note']),
  /** The home it was captured for; it is sent nowhere else. */
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** The tab's own words about the page; shown to the person, and kept on this device. */
  source: z.object({
    url: z.string(),
    title: z.string(),
    tabId: z.nullable(z.int()),
    frameId: z.nullable(z.int()),
  }),
  /** The identity of the tab's address alone, known before the page is read: finds earlier saves of it. */
  pageKey: z.string(),
  /** The page's `custom_id`, once it was read. */
  customId: z.nullable(z.string()),
  /** Null before the page is read and after the service took it. */
  material: z.nullable(materialSchema),
  createdAt: timestamp,
  updatedAt: timestamp,
  state: outboxStateSchema,
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;

/** The row as a page of the extension sees it: without the text, which it has no use for. */
export const outboxViewSchema = z.omit(outboxItemSchema, { material: true });
export type OutboxView = z.infer<typeof outboxViewSchema>;

/** A note's way back to the page it was highlighted on; stays on this device. */
export const highlightSchema = z.object({
  /** The outbox row it came from. */
  id: z.string(),
  memoryId: z.nullable(z.string()),
  connectionId: z.string(),
  text: z.string(),
  url: z.string(),
  title: z.string(),
  anchor: z.nullable(anchorSchema),
  createdAt: timestamp,
});
export type Highlight = z.infer<typeof highlightSchema>;
