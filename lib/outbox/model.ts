/** The outbox holds saves until a service has them. See docs/outbox.md. */
import * as z from 'zod/mini';
import { megabytes, utf8Bytes } from '../capture/capture-errors.ts';
import {
  anchorSchema,
  type PageCapture,
  type PagePart,
  pagePartSchema,
} from '../capture/schema.ts';
import { type AppError, appErrorSchema, type CaptureError, appError } from '../contract/errors.ts';
import { cutText, cutTitle, firstWords } from '../text/cut-text.ts';
import { isLongerThan, serviceLimits } from '../contract/limits.ts';
import type { MemoryDocument } from '../contract/memory-api.ts';
import type { OwnerNotes } from '../contract/owner-api.ts';
import { customIdOf, pageKeyOf, versionIdOf } from '../custom-id/custom-id.ts';
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
  isEdited: z.optional(z.boolean()),
});
type PageMaterial = z.infer<typeof pageMaterialSchema>;

const noteMaterialSchema = z.object({ kind: z.literal('note'), content: z.string() });
export type NoteMaterial = z.infer<typeof noteMaterialSchema>;

/** An address that the service fetches itself. */
const linkMaterialSchema = z.object({
  kind: z.literal('link'),
  customId: z.string(),
  url: z.string(),
  title: z.nullable(z.string()),
  metadata,
});
type LinkMaterial = z.infer<typeof linkMaterialSchema>;

export type Material = PageMaterial | NoteMaterial | LinkMaterial;

const documentId = z.nullable(z.string());

const liveStates = [
  /** Stored before the page is read, so that no save is lost if the background stops. */
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
  z.object({
    status: z.literal('learning'),
    existed: z.boolean(),
    documentId,
    polls: z.int(),
    nextPollAt: timestamp,
  }),
  z.object({ status: z.literal('learned'), existed: z.boolean(), documentId }),
  z.object({ status: z.literal('failed'), documentId, reason: z.nullable(z.string()) }),
  z.object({ status: z.literal('canceled'), documentId }),
  /** Not indexed at the last poll; the person can check again. */
  z.object({ status: z.literal('unlearned'), documentId }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** The service withdrew access, the browser's permission is missing, or the connection was removed. */
  z.object({ status: z.literal('paused'), error: appErrorSchema }),
] as const;
export const liveStateSchema = z.discriminatedUnion('status', liveStates);

/** See docs/outbox.md. A note ends as `accepted`, because the contract offers no way to poll its indexing. */
const outboxStateSchema = z.discriminatedUnion('status', [
  ...liveStates,
  /** Hidden, and removed at `until`; the person can restore it before then. */
  z.object({ status: z.literal('discarded'), until: timestamp, before: liveStateSchema }),
]);
export type OutboxState = z.infer<typeof outboxStateSchema>;
export type LiveState = z.infer<typeof liveStateSchema>;
export type LiveStatus = LiveState['status'];
export type OutboxStatus = OutboxState['status'];

const itemFields = {
  /** Chosen by the sender, so that a repeated message is the same save. */
  id: z.string(),
  /** The connection to send to. Only the person can change it. */
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** The tab's own URL and title, which are shown but never sent. */
  source: z.object({
    url: z.string(),
    title: z.string(),
    tabId: z.nullable(z.int()),
    frameId: z.nullable(z.int()),
  }),
  /** Id derived from the tab's URL, so it's known before the page is read. */
  pageKey: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Set once an attempt to send to this Memory wasn't accepted: the item might have arrived anyway. */
  wasSent: z.optional(z.boolean()),
  state: outboxStateSchema,
};

const pageItemSchema = z.object({
  ...itemFields,
  kind: z.literal('page'),
  /** Null until the page has been read. */
  customId: z.nullable(z.string()),
  /** Fingerprint of the text as read, to detect changes later. */
  fingerprint: z.optional(z.string()),
  /** Hash of the text, so that a version with the same text isn't saved again. */
  digest: z.optional(z.string()),
  /** Whether to save a new version, keeping the one in the Memory. */
  isVersion: z.optional(z.boolean()),
  isUnfinished: z.optional(z.boolean()),
  /** HTTP status of the page, if it's an error. */
  errorStatus: z.optional(z.int()),
  /** What to save of the page. Undefined for the article, or until it's read, for what its site is set to. */
  part: z.optional(pagePartSchema),
  /** Set for a page saved without a preview, by a key, the menu or in a batch. It's refused if it's an error page. */
  isUnseen: z.optional(z.boolean()),
  /** Title the person entered before the page was read. */
  ownTitle: z.optional(z.string()),
  /** Null before the page is read, and once the service has it. */
  material: z.nullable(pageMaterialSchema),
});
export type PageItem = z.infer<typeof pageItemSchema>;

const noteItemSchema = z.object({
  ...itemFields,
  kind: z.literal('note'),
  /** Notes have no `custom_id` at the service. */
  customId: z.null(),
  /** Set if the person wrote the note, which then belongs to no page. */
  isWritten: z.optional(z.boolean()),
  /** The note's id at the service; some services never return one. */
  noteId: z.optional(z.string()),
  /** The first words, to distinguish notes of a page. */
  opening: z.optional(z.string()),
  /** The note isn't sent before this time, so that it can be undone. */
  heldUntil: z.optional(timestamp),
  /** Number of attempts without a response while the service was otherwise working. */
  lostAnswers: z.optional(z.int()),
  /** The selection as reported by the browser, for pages no script can read. Removed after reading. */
  selectionText: z.optional(z.string()),
  material: z.nullable(noteMaterialSchema),
});
export type NoteItem = z.infer<typeof noteItemSchema>;

const linkItemSchema = z.object({
  ...itemFields,
  kind: z.literal('link'),
  customId: z.string(),
  /** Id of the page with the link, whose tab shows the outcome. Undefined if that page is the link's target. */
  clickedOn: z.optional(z.string()),
  /** Null once the service has the link. */
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

/** An item's text, stored separately, so that lists and counts never load it. */
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
/** `hasText` is true if there is text to send. */
const summaryFields = { hasText: z.boolean() };

export const outboxSummarySchema = z.discriminatedUnion('kind', [
  z.extend(pageSummaryShape, summaryFields),
  z.extend(noteSummaryShape, summaryFields),
  z.extend(linkSummaryShape, summaryFields),
]);
export type OutboxSummary = z.infer<typeof outboxSummarySchema>;

const keptState = { state: liveStateSchema };

/** An item for extension pages, without its text. Discarded items have no view. */
export const outboxViewSchema = z.discriminatedUnion('kind', [
  z.extend(pageSummaryShape, keptState),
  z.extend(noteSummaryShape, keptState),
  z.extend(linkSummaryShape, keptState),
]);
export type OutboxView = z.infer<typeof outboxViewSchema>;

export const outboxListSchema = z.object({
  /** Items in progress or waiting for the person, and the latest finished items, newest first. */
  items: z.array(outboxViewSchema),
  /** Storage used by unsent text. Above the limit, nothing can be saved. */
  storage: z.object({ usedBytes: z.int(), limitBytes: z.int(), isNearlyFull: z.boolean() }),
});
export type OutboxList = z.infer<typeof outboxListSchema>;

/** The editable text of an item. `title` is null for a note. */
export const editableSchema = z.object({ title: z.nullable(z.string()), content: z.string() });
export type Editable = z.infer<typeof editableSchema>;

/** Newly searchable pages that the person wasn't notified about. */
export const learnedNewsSchema = z.object({
  /** Number of pages before those listed. */
  earlier: z.int().check(z.nonnegative()),
  /** The latest pages, oldest first. */
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

export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;
export const highlightColorSchema = z.enum(highlightColors);
export type HighlightColor = z.infer<typeof highlightColorSchema>;

/** A note's highlight on its page. Stored only on this device; exports contain it with its note. */
export const highlightSchema = z.object({
  /** The id of its outbox item. */
  id: z.string(),
  memoryId: z.nullable(z.string()),
  /** The text as sent, which contains the quote and the comment. */
  text: z.string(),
  /** Missing in rows from earlier versions, whose `text` is the quote. */
  quote: z.optional(z.string()),
  comment: z.optional(z.nullable(z.string())),
  /** URL of the frame that contains the text. */
  url: z.string(),
  title: z.string(),
  /** Id of the page that contains the frame. A migration added it to earlier rows. */
  pageKey: z.optional(z.string()),
  anchor: z.nullable(anchorSchema),
  createdAt: timestamp,
  /** Whether the highlight is hidden although the note is kept. */
  isUnmarked: z.optional(z.boolean()),
  /** Yellow if missing. */
  color: z.optional(highlightColorSchema),
  /** The id of the highlight whose comment this one changed. That note is immutable, so it stays until it's deleted. */
  replaces: z.optional(z.string()),
});
export type Highlight = z.infer<typeof highlightSchema>;

export type LiveItem = OutboxItem & { state: LiveState };

export type LiveSummary = OutboxSummary & { state: LiveState };

/** Returns an item's state or, if it was discarded, the state it would be restored to. */
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
  const { material, ...rest } = item;
  const hasText = material !== null;
  if (rest.kind !== 'note') return { ...rest, hasText };
  const { selectionText: _selectionText, ...note } = rest;
  return { ...note, hasText };
}

export function viewOf(item: LiveItem | LiveSummary): OutboxView {
  const { hasText: _hasText, ...view } = 'hasText' in item ? item : summaryOf(item);
  return view;
}

/** Time for which a discarded item can be restored. */
export const undoMs = 600_000;

/** Includes `sending`, which starts over if the background stopped while sending. */
export const sendableStatuses = ['captured', 'waiting', 'sending'] as const;
/** Excludes `sending`, because the service might receive a different text than the person sees. */
export const editableStatuses = ['captured', 'waiting', 'refused', 'paused'] as const;
/** Excludes `sending`: the item might end up in both connections. So might a `wasSent` item; only the person moves it. */
export const movableStatuses = ['requested', ...editableStatuses] as const;

export function hasStatus({ status }: LiveState, statuses: readonly LiveStatus[]): boolean {
  return statuses.includes(status);
}

/** Returns whether an item hasn't been delivered, as far as we know. */
export function isUnsent(state: LiveState, hasText: boolean): boolean {
  if (hasStatus(state, ['requested', 'refused'])) return true;
  return hasText && hasStatus(state, [...sendableStatuses, 'paused']);
}

/** Returns whether an item waits to be sent. An item refused before it was read has no text. */
export function waitsForConnection(state: LiveState, hasText: boolean): boolean {
  return isUnsent(state, hasText) && (hasText || state.status !== 'refused');
}

/** Returns whether the service has the item and no automatic step is left. */
export function isFinished({ status }: OutboxState): boolean {
  return finished.has(status);
}

const finished = new Set<OutboxStatus>(['accepted', 'learned', 'failed', 'canceled', 'unlearned']);

export type Outcome = 'pending' | 'saved' | 'searchable' | 'problem';

/** Returns the outcome a badge shows. Notes stay `saved`, because their indexing can't be polled. */
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

/** Returns the first words, about two lines, to distinguish notes. */
export function openingOf(text: string): string {
  return firstWords(text, 120);
}

/** Index keys of a row. A row without a key isn't in the index for that key. */
export type RowKeys = {
  /** The time at which the item is due (milliseconds since the epoch), and its lane. */
  due?: [number, string];
  unsentBytes?: number;
  /** Milliseconds since the epoch. */
  finishedAt?: number;
  /** Connection of a page that is expected to become searchable. */
  learning?: string;
};

export const connectionGone = appError(
  'connection.removed',
  'The connection this was saved for was removed.',
  true,
);

export const storageFull = appError(
  'storage.full',
  'There are too many unsent saves to add another.',
);

export const storageFailed = appError('storage.failed', 'The browser’s storage failed.', true);

/** Maximum characters of a metadata value. Even at six bytes each, the metadata stays within the service's limit. */
const longestFact = 200;
const longestExcerpt = 500;

type OwnWords = {
  /** Null to keep the page's title. */
  title?: string | null;
  /** The `custom_id` of the page that this is a version of, if any. */
  versionOf?: string | null;
};

/** Converts a page to what is sent: its text as content and the rest as metadata. Long titles are cut. */
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
      ...(capture.part === 'page' ? { part: capture.part } : {}),
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

/** Cuts text to a length in UTF-16 code units, without splitting a character. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length - 1)}…`;
}

export type PageWords = {
  material: PageMaterial;
  customId: string;
  fingerprint: string;
  digest: string;
  isUnfinished?: boolean;
  /** HTTP status of the page, if it's an error. */
  errorStatus?: number;
  part?: PagePart;
};

export type PageWish = {
  /** Null to keep the page's title. */
  title: string | null;
  /** Adds the text's hash to the `custom_id`, so that each version is a separate document. */
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
  const fingerprint = fingerprintOf(capture.content);
  const material = pageMaterial(capture, customId, { title, versionOf });
  return {
    // Sent too, so that another browser can tell whether the page has changed.
    material: { ...material, metadata: { ...material.metadata, fingerprint } },
    customId,
    fingerprint,
    digest,
    ...(capture.isUnfinished === true ? { isUnfinished: true } : {}),
    ...(capture.errorStatus === undefined ? {} : { errorStatus: capture.errorStatus }),
    ...(capture.part === undefined ? {} : { part: capture.part }),
  };
}

type Link = {
  url: string;
  /** The link text or bookmark title, if any. */
  title: string | null;
  /** Milliseconds since the epoch. */
  now: number;
};

/**
 * Uses the id of the target page, so that saving that page later updates the same document. Removes user name and
 * password from the URL. Fails with `link.unusable` if no service could fetch the URL.
 */
export function linkMaterial({ url, title, now }: Link): Result<LinkMaterial, CaptureError> {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return err(unusable);
  address.username = '';
  address.password = '';
  const customId = pageKeyOf(address.href);
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

const unusable = appError('link.unusable', 'This isn’t a web address that a service could read.');

/** Returns the editable text, or null if there is none or the item is being sent or was already sent. */
export function editableOf({ state, material }: LiveItem): Editable | null {
  if (material === null || material.kind === 'link' || !hasStatus(state, editableStatuses))
    return null;
  return { title: material.kind === 'page' ? material.title : null, content: material.content };
}

/** Returns null if a service would accept the text. */
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
    return invalid('The text is empty. Write something, or discard this save.');
  }
  const bytes = utf8Bytes(content);
  if (bytes <= serviceLimits.contentBytes) return null;
  return invalid(
    `The text is ${megabytes(bytes)} MB long, and a Memory takes ` +
      `${megabytes(serviceLimits.contentBytes)} MB at a time. Shorten it.`,
  );
}

function invalid(message: string): AppError {
  return appError('memory.validation', message);
}

/** Returns a note to send, other than its place; fails if no service would accept its text. */
export function newNote({ id, content, at }: { id: string; content: string; at: number }) {
  const problem = validateText({ title: null, content }, 'note');
  if (problem !== null) return err(problem);
  return ok({
    id,
    kind: 'note',
    customId: null,
    material: { kind: 'note', content },
    createdAt: at,
    updatedAt: at,
    state: { status: 'captured' },
  } as const);
}

/** An item that a service already has, and its highlight if it has one. */
export type FinishedItem = { item: LiveItem; highlight: Highlight | null };

type Place = Pick<LiveItem, 'connectionId' | 'container'>;

/** Returns the save of a document; null if it has no `custom_id`, so that it can't be recognized as a page. */
export function savedPage(
  { id, custom_id: customId, title, learned, ...document }: MemoryDocument,
  place: Place,
): FinishedItem | null {
  if (customId == null || customId === '') return null;
  const facts = z.safeParse(pageFacts, document.metadata).data ?? {};
  const url = facts.url ?? customId;
  const savedAt = typeof document['saved_at'] === 'string' ? Date.parse(document['saved_at']) : NaN;
  const createdAt = Number.isNaN(savedAt) ? 0 : savedAt;
  const item: PageItem & { state: LiveState } = {
    id,
    kind: 'page',
    ...place,
    source: { url, title: title ?? url, tabId: null, frameId: null },
    pageKey: facts.version_of ?? pageKeyOf(url),
    customId,
    ...(facts.fingerprint === undefined ? {} : { fingerprint: facts.fingerprint }),
    ...(facts.version_of === undefined ? {} : { isVersion: true }),
    ...(facts.part === 'page' ? { part: facts.part } : {}),
    material: null,
    createdAt,
    updatedAt: createdAt,
    state:
      learned === true
        ? { status: 'learned', existed: false, documentId: id }
        : { status: 'accepted', existed: false },
  };
  return { item, highlight: null };
}

const pageFacts = z.object({
  url: z.optional(z.string()),
  fingerprint: z.optional(z.string()),
  version_of: z.optional(z.string()),
  /** Anything, because other clients write metadata too. */
  part: z.optional(z.unknown()),
});

/** Returns the save of a note that the person wrote. */
export function savedNote(
  { id, content, saved_at }: Omit<OwnerNotes['notes'][number], 'metadata'>,
  place: Place,
): FinishedItem {
  const page = { url: '', title: openingOf(content), pageKey: `note:${id}`, anchor: null };
  const createdAt = Date.parse(saved_at);
  const { item } = savedHighlight({ id, memoryId: id, text: content, createdAt, ...page }, place);
  return { item: { ...item, isWritten: true }, highlight: null };
}

/** Returns the save of a highlight whose note a service has. */
export function savedHighlight(highlight: Highlight, place: Place) {
  const { id, memoryId, url, title, pageKey, createdAt, text, quote } = highlight;
  const item: NoteItem & { state: LiveState } = {
    id,
    kind: 'note',
    ...place,
    source: { url, title, tabId: null, frameId: null },
    pageKey: pageKey ?? pageKeyOf(url),
    customId: null,
    ...(memoryId === null ? {} : { noteId: memoryId }),
    opening: openingOf(quote ?? text),
    material: null,
    createdAt,
    updatedAt: createdAt,
    state: { status: 'accepted', existed: false },
  };
  return { item, highlight };
}
