/** What the outbox stores, and the rules that follow from an item's state alone. See docs/outbox.md. */
import * as z from 'zod/mini';
import { anchorSchema, type PageCapture } from '../capture/schema.ts';
import { type AppError, appErrorSchema, type CaptureError, appError } from '../contract/errors.ts';
import { cutText, cutTitle } from '../text/cut-text.ts';
import { serviceLimits } from '../contract/limits.ts';
import { customIdOf, versionIdOf } from '../custom-id/custom-id.ts';
import { contentDigest, fingerprintOf } from '../fingerprint/fingerprint.ts';
import { err, ok, type Result } from '../contract/result.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

const metadata = z.record(z.string(), z.unknown());

const pageMaterialSchema = z.object({
  kind: z.literal('page'),
  customId: z.string(),
  title: z.string(),
  content: z.string(),
  metadata,
  /** The person changed the title or the text. Absent if they changed nothing. */
  isEdited: z.optional(z.boolean()),
});
type PageMaterial = z.infer<typeof pageMaterialSchema>;

const noteMaterialSchema = z.object({ kind: z.literal('note'), content: z.string() });
export type NoteMaterial = z.infer<typeof noteMaterialSchema>;

/** An address that the service reads itself. */
const linkMaterialSchema = z.object({
  kind: z.literal('link'),
  customId: z.string(),
  url: z.string(),
  title: z.nullable(z.string()),
  metadata,
});
type LinkMaterial = z.infer<typeof linkMaterialSchema>;

/** The text to send, in the service's own terms. */
export type Material = PageMaterial | NoteMaterial | LinkMaterial;

/** `polls` counts the polls so far. */
const watchFields = {
  documentId: z.nullable(z.string()),
  polls: z.int(),
  nextPollAt: timestamp,
};

const liveStates = [
  /** The page is not read yet. Written first, so that no click is lost if the background ends. */
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
  /** The service was still learning at the last poll; the person can check again. */
  z.object({ status: z.literal('unlearned'), documentId: z.nullable(z.string()) }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** The credential was withdrawn; waits for the person. */
  z.object({ status: z.literal('paused'), error: appErrorSchema }),
] as const;
/** The states of an item that was not discarded. */
export const liveStateSchema = z.discriminatedUnion('status', liveStates);

/**
 * `requested` → `captured` → `sending` → `learning` → `learned | failed | canceled | unlearned`;
 * a note goes `sending` → `accepted`, where it ends: the contract has no way to poll a note.
 * `sending` → `waiting` → `sending`; `requested | sending` → `refused`; everything in progress → `paused`;
 * every state → `discarded` and, until the item is removed, back. The whole table is in docs/outbox.md.
 */
const outboxStateSchema = z.discriminatedUnion('status', [
  ...liveStates,
  /** Hidden, and removed at `until`; the person can restore it before that. */
  z.object({ status: z.literal('discarded'), until: timestamp, before: liveStateSchema }),
]);
export type OutboxState = z.infer<typeof outboxStateSchema>;
export type LiveState = z.infer<typeof liveStateSchema>;
export type LiveStatus = LiveState['status'];
export type OutboxStatus = OutboxState['status'];

/** What items of every kind have. */
const itemFields = {
  /** Chosen by the surface, so that a repeated message is the same save. */
  id: z.string(),
  /** The connection it was saved for; it is never sent to another unless the person moves it. */
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** The tab's own address and title; shown to the person, never sent. */
  source: z.object({
    url: z.string(),
    title: z.string(),
    tabId: z.nullable(z.int()),
    frameId: z.nullable(z.int()),
  }),
  /** Identity of the tab's address, known before the page is read: finds earlier saves of it. */
  pageKey: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** An attempt to send it to this Memory ended without an answer, so it may have arrived. Absent if none did. */
  wasSent: z.optional(z.boolean()),
  state: outboxStateSchema,
};

const pageItemSchema = z.object({
  ...itemFields,
  kind: z.literal('page'),
  /** The page's `custom_id`; null until the page is read. */
  customId: z.nullable(z.string()),
  /** Of the text that was read, to tell later whether the page has changed. */
  fingerprint: z.optional(z.string()),
  /** Hash of the text that was read: a version with the same text isn't saved again. */
  digest: z.optional(z.string()),
  /** Saved as a new version, beside what the Memory has of the page. */
  isVersion: z.optional(z.boolean()),
  /** The page was still loading when it was read. */
  isUnfinished: z.optional(z.boolean()),
  /** HTTP status of the error that the page reported when it was read. */
  errorStatus: z.optional(z.int()),
  /** Saved as one of many, so the person may not have seen the page: one that reports an error is refused. */
  isUnseen: z.optional(z.boolean()),
  /** The title the person gave before the page was read. */
  ownTitle: z.optional(z.string()),
  /** Null before the page is read and once the service has it. */
  material: z.nullable(pageMaterialSchema),
});
export type PageItem = z.infer<typeof pageItemSchema>;

const noteItemSchema = z.object({
  ...itemFields,
  kind: z.literal('note'),
  /** Notes have no identity at the service. */
  customId: z.null(),
  /** The person wrote it, and it belongs to no page. Absent for words selected on a page. */
  isWritten: z.optional(z.boolean()),
  /** The service's id. Absent until it returned one; some never do. */
  noteId: z.optional(z.string()),
  /** The first words, to tell it from other notes on the page. Absent until they are known. */
  opening: z.optional(z.string()),
  /** Not sent before this time, so that it can be undone. */
  heldUntil: z.optional(timestamp),
  /** Attempts that ended without a clear answer while the service was otherwise working. */
  lostAnswers: z.optional(z.int()),
  /**
   * The selected words as reported by the browser, used if no script can read them. Absent if it reported none, if the
   * page's address is hidden, and once reading has ended.
   */
  selectionText: z.optional(z.string()),
  material: z.nullable(noteMaterialSchema),
});
export type NoteItem = z.infer<typeof noteItemSchema>;

const linkItemSchema = z.object({
  ...itemFields,
  kind: z.literal('link'),
  customId: z.string(),
  /** Identity of the page on which the link was clicked; the outcome is shown in its tab. Absent if it is the target. */
  clickedOn: z.optional(z.string()),
  /** Null once the service has it. */
  material: z.nullable(linkMaterialSchema),
});
export type LinkItem = z.infer<typeof linkItemSchema>;

export const outboxItemSchema = z.discriminatedUnion('kind', [
  pageItemSchema,
  noteItemSchema,
  linkItemSchema,
]);
export type OutboxItem = z.infer<typeof outboxItemSchema>;
export const outboxKindSchema = z.enum(['page', 'note', 'link']);

/** The text of an item, stored apart from its state so that lists and counts never load it. */
const itemTextSchema = z.object({
  id: z.string(),
  material: z.nullable(
    z.discriminatedUnion('kind', [pageMaterialSchema, noteMaterialSchema, linkMaterialSchema]),
  ),
  selectionText: z.optional(z.string()),
});
export type ItemText = z.infer<typeof itemTextSchema>;

const withoutText = { material: true, selectionText: true } as const;
const pageSummaryShape = z.omit(pageItemSchema, { material: true });
const noteSummaryShape = z.omit(noteItemSchema, withoutText);
const linkSummaryShape = z.omit(linkItemSchema, { material: true });
/** `hasText`: there is text to send. */
const summaryFields = { hasText: z.boolean() };

/** Everything about an item except its text. */
export const outboxSummarySchema = z.discriminatedUnion('kind', [
  z.extend(pageSummaryShape, summaryFields),
  z.extend(noteSummaryShape, summaryFields),
  z.extend(linkSummaryShape, summaryFields),
]);
export type OutboxSummary = z.infer<typeof outboxSummarySchema>;

const keptState = { state: liveStateSchema };

/** The item as extension pages see it: not discarded, and without its text. */
export const outboxViewSchema = z.discriminatedUnion('kind', [
  z.extend(pageSummaryShape, keptState),
  z.extend(noteSummaryShape, keptState),
  z.extend(linkSummaryShape, keptState),
]);
export type OutboxView = z.infer<typeof outboxViewSchema>;

/** The list of saves. */
export const outboxListSchema = z.object({
  /** Everything that is in progress or needs the person, and the latest finished items; newest first. */
  items: z.array(outboxViewSchema),
  /** Size of the text that waits to be sent, and its limit, beyond which nothing can be saved. */
  storage: z.object({ usedBytes: z.int(), limitBytes: z.int(), isNearlyFull: z.boolean() }),
});
export type OutboxList = z.infer<typeof outboxListSchema>;

/** The text of an unsent item, for editing; `title` is null for a note. */
export const editableSchema = z.object({ title: z.nullable(z.string()), content: z.string() });
export type Editable = z.infer<typeof editableSchema>;

/** Pages that became searchable and that the person was not notified of yet. */
export const learnedNewsSchema = z.object({
  /** How many more there were than `pages` lists. */
  earlier: z.int().check(z.nonnegative()),
  /** The latest, oldest first. */
  pages: z.array(z.object({ id: z.string(), title: z.string(), memory: z.string() })),
});
export type LearnedNews = z.infer<typeof learnedNewsSchema>;

export const noneLearned: LearnedNews = { earlier: 0, pages: [] };

export function withoutLearned(news: LearnedNews, id: string): LearnedNews {
  const pages = news.pages.filter((page) => page.id !== id);
  return pages.length === news.pages.length ? news : { ...news, pages };
}

export function mergeLearned(before: LearnedNews, next: LearnedNews): LearnedNews {
  return { earlier: before.earlier + next.earlier, pages: [...before.pages, ...next.pages] };
}

export function learnedCount({ earlier, pages }: LearnedNews): number {
  return earlier + pages.length;
}

/** Where on its page a note was highlighted; never sent. */
export const highlightSchema = z.object({
  /** The id of its outbox item. */
  id: z.string(),
  memoryId: z.nullable(z.string()),
  /** The note as it was sent: the quote and the comment, if there is one. */
  text: z.string(),
  /** The words from the page. Absent in rows of earlier versions, whose `text` is the quote. */
  quote: z.optional(z.string()),
  comment: z.optional(z.nullable(z.string())),
  /** Of the frame with the words. */
  url: z.string(),
  title: z.string(),
  /** Identity of the page around that frame, as in the outbox; a migration added it to earlier rows. */
  pageKey: z.optional(z.string()),
  anchor: z.nullable(anchorSchema),
  createdAt: timestamp,
  /** The person hid the highlight; the note is kept. */
  isUnmarked: z.optional(z.boolean()),
});
export type Highlight = z.infer<typeof highlightSchema>;

/** An item that was not discarded. */
export type LiveItem = OutboxItem & { state: LiveState };

/** A summary of an item that was not discarded. */
export type LiveSummary = OutboxSummary & { state: LiveState };

/** The state of an item; for a discarded one, the state it would be restored to. */
export function liveStateOf({ state }: Pick<OutboxItem, 'state'>): LiveState {
  return state.status === 'discarded' ? state.before : state;
}

export function isLive(item: OutboxItem): item is LiveItem;
export function isLive(item: OutboxSummary): item is LiveSummary;
export function isLive({ state }: OutboxItem | OutboxSummary): boolean {
  return state.status !== 'discarded';
}

export function itemHasText(item: OutboxItem | OutboxSummary): boolean {
  return 'hasText' in item ? item.hasText : item.material !== null;
}

/** Returns an item without its text. */
export function summaryOf(item: LiveItem): LiveSummary;
export function summaryOf(item: OutboxItem): OutboxSummary;
export function summaryOf(item: OutboxItem): OutboxSummary {
  const hasMaterial = item.material !== null;
  switch (item.kind) {
    case 'page': {
      const { material: _material, ...rest } = item;
      return { ...rest, hasText: hasMaterial };
    }
    case 'note': {
      const { material: _material, selectionText: _selectionText, ...rest } = item;
      return { ...rest, hasText: hasMaterial };
    }
    case 'link': {
      const { material: _material, ...rest } = item;
      return { ...rest, hasText: hasMaterial };
    }
  }
}

/** Returns what extension pages see of an item. */
export function viewOf(item: LiveItem | LiveSummary): OutboxView {
  const { hasText: _hasText, ...view } = 'hasText' in item ? item : summaryOf(item);
  return view;
}

/** How long a discarded item can be restored, in milliseconds. */
export const undoMs = 600_000;

/** Includes `sending`: sending starts over if a background ended during it. */
export const sendableStatuses = ['captured', 'waiting', 'sending'] as const;
/** Not while sending: another text might arrive than the one shown. */
export const editableStatuses = ['captured', 'waiting', 'refused', 'paused'] as const;
/** Not while sending: the item could end up in both connections. If it `wasSent`, it still can; the person decides. */
export const movableStatuses = ['requested', ...editableStatuses] as const;

export function hasStatus({ status }: LiveState, statuses: readonly LiveStatus[]): boolean {
  return statuses.includes(status);
}

/** Whether the item's connection doesn't have it yet, as far as is known. */
export function isUnsent({ status }: LiveState, hasText: boolean): boolean {
  switch (status) {
    case 'requested':
    case 'refused':
      return true;
    case 'captured':
    case 'sending':
    case 'waiting':
    case 'paused':
      return hasText;
    default:
      return false;
  }
}

/** Whether the item could be sent to another connection instead. If it was refused before it was read, it has no text. */
export function waitsForConnection(state: LiveState, hasText: boolean): boolean {
  return isUnsent(state, hasText) && (hasText || state.status !== 'refused');
}

/** Whether the item's connection has it, and nothing more is done unless the person asks. */
export function isFinished({ status }: OutboxState): boolean {
  return finished.has(status);
}

const finished: ReadonlySet<OutboxStatus> = new Set([
  'accepted',
  'learned',
  'failed',
  'canceled',
  'unlearned',
]);

export type Outcome = 'pending' | 'saved' | 'searchable' | 'problem';

/** Reduces the state of an item to what a badge can show. Notes stay `saved`: they can't be polled for learning. */
export function outcomeOf({ status }: LiveState): Outcome {
  return outcomes[status];
}

const outcomes: Record<LiveStatus, Outcome> = {
  requested: 'pending',
  captured: 'pending',
  sending: 'pending',
  accepted: 'saved',
  learning: 'saved',
  unlearned: 'saved',
  learned: 'searchable',
  waiting: 'problem',
  failed: 'problem',
  canceled: 'problem',
  refused: 'problem',
  paused: 'problem',
};

/** About two lines of a list, in UTF-16 code units. */
const maxOpening = 120;

/** Returns the first words of a text on one line, cut between two words if possible, with an ellipsis. */
export function openingOf(text: string): string {
  // Cut first, so that a long selection isn't processed as a whole.
  const line = text
    .trimStart()
    .slice(0, maxOpening * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxOpening) return line.toWellFormed();
  const start = cutText(line, maxOpening - 1);
  const gap = start.lastIndexOf(' ');
  return `${gap > maxOpening / 2 ? start.slice(0, gap) : start}…`;
}

/** Each is absent if it doesn't apply, and then the item isn't in that index. */
export type RowKeys = {
  /** When the item is due (milliseconds since the epoch), and its lane. */
  due?: [number, string];
  /** Size of the text of an item that wasn't sent yet. */
  unsentBytes?: number;
  /** Milliseconds since the epoch. */
  finishedAt?: number;
  /** The connection of a page that isn't searchable yet but will be without the person doing anything. */
  learning?: string;
};

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

export const storageFull = appError(
  'storage.full',
  'Too much is waiting to be sent, so nothing more can be kept for now.',
);

export const storageFailed = appError(
  'storage.failed',
  'The browser did not write this down.',
  true,
);

/** In characters: even at six bytes each, the page's metadata stays within the service's limit. */
const longestFact = 200;
const longestExcerpt = 500;

type OwnWords = {
  /** The person's title; null keeps the page's. */
  title?: string | null;
  /** The `custom_id` of the page that this is a version of; null if it isn't one. */
  versionOf?: string | null;
};

/** Returns a page's document: readable text as content, facts about the page as metadata. Long titles are cut. */
export function pageMaterial(
  capture: PageCapture,
  customId: string,
  { title = null, versionOf = null }: OwnWords = {},
): PageMaterial {
  return {
    kind: 'page',
    customId,
    title: shorten(title ?? capture.title, serviceLimits.titleLength),
    content: capture.content,
    metadata: {
      url: shorten(capture.url, serviceLimits.urlLength),
      ...present('site', capture.site),
      ...present('author', capture.author),
      ...present('published', capture.published),
      ...present('language', capture.language),
      ...present('excerpt', capture.excerpt, longestExcerpt),
      captured_at: capture.capturedAt,
      word_count: capture.wordCount,
      kind: capture.kind,
      extractor: capture.extractor,
      ...(capture.pageCount === undefined ? {} : { page_count: capture.pageCount }),
      ...(capture.errorStatus === undefined ? {} : { error_status: capture.errorStatus }),
      ...(capture.isPartial === true ? { is_partial: true } : {}),
      ...(capture.isUnfinished === true ? { is_unfinished: true } : {}),
      ...(versionOf === null ? {} : { version_of: versionOf }),
    },
    ...(title === null || title === capture.title ? {} : { isEdited: true }),
  };
}

function present(name: string, value: string | null, length = longestFact): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: shorten(value, length) };
}

/** Cuts to `length` UTF-16 code units without splitting a character, with an ellipsis. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}

export type PageWords = {
  material: PageMaterial;
  customId: string;
  fingerprint: string;
  /** Hash of the text as it was read. */
  digest: string;
  /** The page was still loading. */
  isUnfinished?: boolean;
  /** HTTP status of the error that the page reported. */
  errorStatus?: number;
};

export type PageWish = {
  /** The person's title; null keeps the page's. */
  title: string | null;
  /** Save a new version: the hash of the text becomes part of the `custom_id`, so the same version is one document. */
  asVersion: boolean;
};

/** Returns what is stored of a page that was read. */
export async function pageWords(
  capture: PageCapture,
  { title, asVersion }: PageWish,
): Promise<PageWords> {
  const pageId = customIdOf(capture);
  const digest = await contentDigest(capture.content);
  const customId = asVersion ? versionIdOf(pageId, digest) : pageId;
  const versionOf = asVersion ? pageId : null;
  return {
    material: pageMaterial(capture, customId, { title, versionOf }),
    customId,
    fingerprint: fingerprintOf(capture.content),
    digest,
    ...(capture.isUnfinished === true ? { isUnfinished: true } : {}),
    ...(capture.errorStatus === undefined ? {} : { errorStatus: capture.errorStatus }),
  };
}

type Link = {
  url: string;
  /** The text of the link, or the bookmark's title; null if there is none. */
  title: string | null;
  /** Milliseconds since the epoch. */
  now: number;
};

/**
 * Returns the document for a link. Its identity is that of the target page, so that saving that page later gives the same
 * document. User name and password are removed from the address. Fails with `link.unusable` if it isn't a web address or
 * is too long for a service.
 */
export function linkMaterial({ url, title, now }: Link): Result<LinkMaterial, CaptureError> {
  if (!URL.canParse(url)) return err(unusable);
  const address = new URL(url);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return err(unusable);
  address.username = '';
  address.password = '';
  const customId = customIdOf({ url: address.href, canonicalLink: null });
  const isTooLong =
    address.href.length > serviceLimits.urlLength || customId.length > serviceLimits.customIdLength;
  if (isTooLong) return err(unusable);
  const words = title?.replace(/\s+/g, ' ').trim() ?? '';
  return ok({
    kind: 'link',
    customId,
    url: address.href,
    title: words === '' ? null : cutTitle(words),
    metadata: { url: address.href, captured_at: new Date(now).toISOString() },
  });
}

const unusable = appError(
  'link.unusable',
  'This is no address of the web that a service could read.',
);

/** Null if there is no text, or the item is being sent or was sent. */
export function editableOf({ state, material }: LiveItem): Editable | null {
  if (material === null || material.kind === 'link' || !hasStatus(state, editableStatuses))
    return null;
  return { title: material.kind === 'page' ? material.title : null, content: material.content };
}

/** Returns a `memory.validation` error if no service would accept the text; otherwise null. */
export function validateText(
  { title, content }: Editable,
  kind: LiveItem['kind'],
): AppError | null {
  if (kind === 'page' && title !== null) {
    if (title.trim() === '') return invalid('The title is empty. Give it a title.');
    if (isLongerThan(title, serviceLimits.titleLength)) {
      return invalid(
        `The title is longer than ${serviceLimits.titleLength} characters. Shorten it.`,
      );
    }
  }
  if (content.trim() === '') {
    return invalid('The text is empty. Write something, or discard what you saved.');
  }
  const bytes = utf8Bytes(content);
  if (bytes <= serviceLimits.contentBytes) return null;
  return invalid(
    `The text is ${megabytes(bytes)} MB long, and a Memory takes ` +
      `${megabytes(serviceLimits.contentBytes)} MB at a time. Shorten it.`,
  );
}

/** Counts code points, so that an emoji is one character. */
function isLongerThan(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit);
}

/** Rounded up, so that a size over the limit never looks like one within it. */
function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
}

function invalid(message: string): AppError {
  return { code: 'memory.validation', message, retryable: false };
}
