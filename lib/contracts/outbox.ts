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
    /** Whether it holds the person's own words; absent where nobody changed what was read. */
    isEdited: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('note'), content: z.string() }),
  /** An address that the service reads itself. */
  z.object({
    kind: z.literal('link'),
    customId: z.string(),
    url: z.string(),
    title: z.nullable(z.string()),
    metadata: z.record(z.string(), z.unknown()),
  }),
]);
export type Material = z.infer<typeof materialSchema>;

/** Learning is asked about again at `nextPollAt`; `polls` counts the questions so far. */
const watchFields = {
  documentId: z.nullable(z.string()),
  polls: z.int(),
  nextPollAt: timestamp,
};

/** The states of an item that was not discarded. */
export const keptStateSchema = z.discriminatedUnion('status', [
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

/**
 * `requested` → `captured` → `sending` → `learning` → `learned | failed | canceled | unlearned`;
 * a note `sending` → `accepted`, where it ends: the contract lets nobody ask after a note.
 * `sending` → `waiting` → `sending`; `requested | sending` → `refused`; all that is under way → `paused`;
 * every one of them → `discarded` and, until it is removed, back. The whole table: docs/outbox.md.
 */
export const outboxStateSchema = z.discriminatedUnion('status', [
  ...keptStateSchema.def.options,
  /** Shown nowhere and removed at `until`; before that the person can have it back as it was. */
  z.object({ status: z.literal('discarded'), until: timestamp, before: keptStateSchema }),
]);
export type OutboxState = z.infer<typeof outboxStateSchema>;
export type KeptState = z.infer<typeof keptStateSchema>;
export type KeptStatus = KeptState['status'];
export type OutboxStatus = OutboxState['status'];

export const outboxItemSchema = z.object({
  /** Chosen where the person clicked, so that a repeated message is the same save. */
  id: z.string(),
  kind: z.enum(['page', 'note', 'link']),
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
  /** The identity of the page a link was clicked on, where it is not the one it leads to; its tab tells the outcome. */
  clickedOn: z.optional(z.string()),
  /** The page's `custom_id`, once it was read. */
  customId: z.nullable(z.string()),
  /** Of the words that were read, to tell later whether the page has changed; absent where none were. */
  fingerprint: z.optional(z.string()),
  /** Names the text that was read, letter by letter: a version of the very same is not saved. Absent where none was. */
  digest: z.optional(z.string()),
  /** Saved beside what the Memory held of the page. Absent where it was not. */
  isVersion: z.optional(z.boolean()),
  /** The page was still loading when it was read. Absent where it was whole. */
  isUnfinished: z.optional(z.boolean()),
  /** The HTTP status of the error that the page reported when it was read. Absent where it reported none. */
  errorStatus: z.optional(z.int()),
  /** Asked for among many, so that the person need not see the page: one that reports an error is not taken. */
  isUnseen: z.optional(z.boolean()),
  /** Of a note: the person wrote it, and it is of no page. Absent where the words were selected on one. */
  isWritten: z.optional(z.boolean()),
  /** Of a note: the service's id for it, once it has told one. Absent where it told none. */
  noteId: z.optional(z.string()),
  /** Of a note: how the words of the page begin, to tell it from others of the page. Absent until they are there. */
  opening: z.optional(z.string()),
  /** The title the person gave before the page was read; absent where they gave none. */
  ownTitle: z.optional(z.string()),
  /**
   * Of a note: the words that the browser says are selected, for where no script may read them. Absent where it says
   * none, of a page whose address it hides, and once the reading has ended.
   */
  said: z.optional(z.string()),
  /** Null before the page is read and after the service took it. */
  material: z.nullable(materialSchema),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Not sent before, so that it can still be undone where it was asked for. Absent where nothing waits for that. */
  heldUntil: z.optional(timestamp),
  /** Whether a sending to this Memory ended without being taken: it may have arrived. Absent where none did. */
  wasSent: z.optional(z.boolean()),
  /** Sendings of a note that a service which works otherwise left without a clear answer. Absent where none was. */
  lostAnswers: z.optional(z.int()),
  state: outboxStateSchema,
});
export type OutboxItem = z.infer<typeof outboxItemSchema>;

/** The row as a page of the extension sees it: not discarded, and without the text, which it has no use for. */
export const outboxViewSchema = z.extend(z.omit(outboxItemSchema, { material: true, said: true }), {
  state: keptStateSchema,
});
export type OutboxView = z.infer<typeof outboxViewSchema>;

/** What was saved and not discarded, as the list of saves shows it. */
export const outboxListSchema = z.object({
  /** All that is under way or needs the person, and the most recent of what is done; newest first. */
  items: z.array(outboxViewSchema),
  /** How much text waits to be sent, and how much may: beyond it nothing more is taken in. */
  storage: z.object({ usedBytes: z.int(), limitBytes: z.int(), isNearlyFull: z.boolean() }),
});
export type OutboxList = z.infer<typeof outboxListSchema>;

/** The text of an item that was not sent yet, for the person to change; `title` is null for a note. */
export const editableSchema = z.object({ title: z.nullable(z.string()), content: z.string() });
export type Editable = z.infer<typeof editableSchema>;

/** Pages that have become findable, by the rows of their saves, and that the person was not told of yet. */
export const learnedNewsSchema = z.object({
  /** Of the earliest of very many only the number is kept. */
  earlier: z.int().check(z.nonnegative()),
  /** The latest, oldest first. */
  pages: z.array(z.object({ id: z.string(), title: z.string(), memory: z.string() })),
});
export type LearnedNews = z.infer<typeof learnedNewsSchema>;

/** A note's way back to the page it was highlighted on; stays on this device. */
export const highlightSchema = z.object({
  /** The outbox row it came from. */
  id: z.string(),
  memoryId: z.nullable(z.string()),
  /** The note as it was sent: the words of the page and, where there is one, the person's comment. */
  text: z.string(),
  /** The words of the page alone; absent in rows of earlier versions, whose text is nothing else. */
  quote: z.optional(z.string()),
  comment: z.optional(z.nullable(z.string())),
  /** Of the frame the words stand in. */
  url: z.string(),
  title: z.string(),
  /** The identity of the page around that frame, as in the outbox; added to earlier rows by a migration. */
  pageKey: z.optional(z.string()),
  anchor: z.nullable(anchorSchema),
  createdAt: timestamp,
  /** The person took the mark off; the note stays. Absent where they did not. */
  isUnmarked: z.optional(z.boolean()),
});
export type Highlight = z.infer<typeof highlightSchema>;
