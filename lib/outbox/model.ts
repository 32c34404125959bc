/** See docs/outbox.md. */
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
  /** Absent if the person changed nothing. */
  isEdited: z.optional(z.boolean()),
});
type PageMaterial = z.infer<typeof pageMaterialSchema>;

const noteMaterialSchema = z.object({ kind: z.literal('note'), content: z.string() });
export type NoteMaterial = z.infer<typeof noteMaterialSchema>;

/** An address the service reads itself. */
const linkMaterialSchema = z.object({
  kind: z.literal('link'),
  customId: z.string(),
  url: z.string(),
  title: z.nullable(z.string()),
  metadata,
});
type LinkMaterial = z.infer<typeof linkMaterialSchema>;

export type Material = PageMaterial | NoteMaterial | LinkMaterial;

const watchFields = {
  documentId: z.nullable(z.string()),
  polls: z.int(),
  nextPollAt: timestamp,
};

const liveStates = [
  /** Written before the page is read, so that no click is lost if the background ends. */
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
  /** Still learning at the last poll; the person can check again. */
  z.object({ status: z.literal('unlearned'), documentId: z.nullable(z.string()) }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** The credential was withdrawn. */
  z.object({ status: z.literal('paused'), error: appErrorSchema }),
] as const;
export const liveStateSchema = z.discriminatedUnion('status', liveStates);

/** See docs/outbox.md. A note ends as `accepted`: the contract has no way to poll it. */
const outboxStateSchema = z.discriminatedUnion('status', [
  ...liveStates,
  /** Hidden; the person can restore it until it's removed at `until`. */
  z.object({ status: z.literal('discarded'), until: timestamp, before: liveStateSchema }),
]);
export type OutboxState = z.infer<typeof outboxStateSchema>;
export type LiveState = z.infer<typeof liveStateSchema>;
export type LiveStatus = LiveState['status'];
export type OutboxStatus = OutboxState['status'];

const itemFields = {
  /** Chosen by the surface, so that a repeated message is the same save. */
  id: z.string(),
  /** Never sent to another connection unless the person moves it. */
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** The tab's own address and title; shown, never sent. */
  source: z.object({
    url: z.string(),
    title: z.string(),
    tabId: z.nullable(z.int()),
    frameId: z.nullable(z.int()),
  }),
  /** Identity of the tab's address, known before the page is read. */
  pageKey: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** An attempt to send it to this Memory went unanswered, so it may have arrived. */
  wasSent: z.optional(z.boolean()),
  state: outboxStateSchema,
};

const pageItemSchema = z.object({
  ...itemFields,
  kind: z.literal('page'),
  /** Null until the page is read. */
  customId: z.nullable(z.string()),
  /** Of the text that was read, to detect changes later. */
  fingerprint: z.optional(z.string()),
  /** Hash of the text; a version with the same text isn't saved again. */
  digest: z.optional(z.string()),
  /** Saved as a new version; the one in the Memory is kept. */
  isVersion: z.optional(z.boolean()),
  isUnfinished: z.optional(z.boolean()),
  /** HTTP status the page reported. */
  errorStatus: z.optional(z.int()),
  /** Saved as part of a batch: the person may not have seen the page, so error pages aren't saved. */
  isUnseen: z.optional(z.boolean()),
  /** Given before the page was read. */
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
  /** Written by the person, about no page. */
  isWritten: z.optional(z.boolean()),
  /** The service's id; some never return one. */
  noteId: z.optional(z.string()),
  /** First words, to distinguish notes on a page. */
  opening: z.optional(z.string()),
  /** Not sent before this, so that it can be undone. */
  heldUntil: z.optional(timestamp),
  /** Unanswered attempts while the service was otherwise working. */
  lostAnswers: z.optional(z.int()),
  /**
   * The selection as the browser reported it, for pages no script can read. Absent after reading.
   */
  selectionText: z.optional(z.string()),
  material: z.nullable(noteMaterialSchema),
});
export type NoteItem = z.infer<typeof noteItemSchema>;

const linkItemSchema = z.object({
  ...itemFields,
  kind: z.literal('link'),
  customId: z.string(),
  /** Identity of the page with the link, whose tab shows the outcome. Absent if it's the target. */
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

/** Stored apart, so that lists and counts never load text. */
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

export const outboxSummarySchema = z.discriminatedUnion('kind', [
  z.extend(pageSummaryShape, summaryFields),
  z.extend(noteSummaryShape, summaryFields),
  z.extend(linkSummaryShape, summaryFields),
]);
export type OutboxSummary = z.infer<typeof outboxSummarySchema>;

const keptState = { state: liveStateSchema };

/** As extension pages see it: not discarded, without text. */
export const outboxViewSchema = z.discriminatedUnion('kind', [
  z.extend(pageSummaryShape, keptState),
  z.extend(noteSummaryShape, keptState),
  z.extend(linkSummaryShape, keptState),
]);
export type OutboxView = z.infer<typeof outboxViewSchema>;

export const outboxListSchema = z.object({
  /** In progress, or needing the person, and the latest finished items; newest first. */
  items: z.array(outboxViewSchema),
  /** Of the text waiting to be sent; beyond the limit nothing can be saved. */
  storage: z.object({ usedBytes: z.int(), limitBytes: z.int(), isNearlyFull: z.boolean() }),
});
export type OutboxList = z.infer<typeof outboxListSchema>;

/** `title` is null for a note. */
export const editableSchema = z.object({ title: z.nullable(z.string()), content: z.string() });
export type Editable = z.infer<typeof editableSchema>;

/** Newly searchable pages the person wasn't notified of. */
export const learnedNewsSchema = z.object({
  /** How many more there were. */
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
  /** Of its outbox item. */
  id: z.string(),
  memoryId: z.nullable(z.string()),
  /** As sent: the quote and the comment. */
  text: z.string(),
  /** Absent in rows of earlier versions, whose `text` is the quote. */
  quote: z.optional(z.string()),
  comment: z.optional(z.nullable(z.string())),
  /** URL of the frame that contains the text. */
  url: z.string(),
  title: z.string(),
  /** Identity of the page around that frame; a migration added it to earlier rows. */
  pageKey: z.optional(z.string()),
  anchor: z.nullable(anchorSchema),
  createdAt: timestamp,
  /** The highlight is hidden; the note is kept. */
  isUnmarked: z.optional(z.boolean()),
});
export type Highlight = z.infer<typeof highlightSchema>;

export type LiveItem = OutboxItem & { state: LiveState };

export type LiveSummary = OutboxSummary & { state: LiveState };

/** For a discarded item, the state it would be restored to. */
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

export function viewOf(item: LiveItem | LiveSummary): OutboxView {
  const { hasText: _hasText, ...view } = 'hasText' in item ? item : summaryOf(item);
  return view;
}

/** How long a discarded item can be restored. */
export const undoMs = 600_000;

/** `sending` starts over if a background ended during it. */
export const sendableStatuses = ['captured', 'waiting', 'sending'] as const;
/** Not while sending: another text could arrive than the one shown. */
export const editableStatuses = ['captured', 'waiting', 'refused', 'paused'] as const;
/**
 * Not while sending, or it could end up in both. If it `wasSent` it still can: the person decides.
 */
export const movableStatuses = ['requested', ...editableStatuses] as const;

export function hasStatus({ status }: LiveState, statuses: readonly LiveStatus[]): boolean {
  return statuses.includes(status);
}

/** Not delivered, as far as is known. */
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

/** If it was refused before it was read, it has no text. */
export function waitsForConnection(state: LiveState, hasText: boolean): boolean {
  return isUnsent(state, hasText) && (hasText || state.status !== 'refused');
}

/** Nothing more is done unless the person asks. */
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

/** What a badge can show. Notes stay `saved`: they can't be polled for learning. */
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

/** About two lines, in UTF-16 code units. */
const maxOpening = 120;

/** On one line, cut between words if possible. */
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

/** Absent keys leave the item out of that index. */
export type RowKeys = {
  /** When it's due (milliseconds since the epoch), and its lane. */
  due?: [number, string];
  unsentBytes?: number;
  /** Milliseconds since the epoch. */
  finishedAt?: number;
  /** Connection of a page that will become searchable without the person. */
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

/** Characters: even at six bytes each, the metadata stays within the service's limit. */
const longestFact = 200;
const longestExcerpt = 500;

type OwnWords = {
  /** Null keeps the page's. */
  title?: string | null;
  /** The `custom_id` of the page this is a version of; null if none. */
  versionOf?: string | null;
};

/** Text as content, facts as metadata. Long titles are cut. */
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

/** In UTF-16 code units, without splitting a character. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}

export type PageWords = {
  material: PageMaterial;
  customId: string;
  fingerprint: string;
  /** Of the text as it was read. */
  digest: string;
  isUnfinished?: boolean;
  /** HTTP status the page reported. */
  errorStatus?: number;
};

export type PageWish = {
  /** Null keeps the page's. */
  title: string | null;
  /** The text's hash becomes part of the `custom_id`, so that a version is one document. */
  asVersion: boolean;
};

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
  /** Link text or bookmark title; null if none. */
  title: string | null;
  /** Milliseconds since the epoch. */
  now: number;
};

/**
 * Identified by the target page, so that saving that page later updates the same document. User name
 * and password are removed from the address. Fails with `link.unusable`.
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

/** Null without text, or while or after sending. */
export function editableOf({ state, material }: LiveItem): Editable | null {
  if (material === null || material.kind === 'link' || !hasStatus(state, editableStatuses))
    return null;
  return { title: material.kind === 'page' ? material.title : null, content: material.content };
}

/** Null if a service would accept the text. */
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

/** Code points, so that an emoji is one character. */
function isLongerThan(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit);
}

/** Rounded up, so that a size over the limit never looks within it. */
function megabytes(bytes: number): number {
  return Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
}

function invalid(message: string): AppError {
  return { code: 'memory.validation', message, retryable: false };
}
