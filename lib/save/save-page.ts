/** The person's word to keep a page they have seen: what they saw is written down, and the page is not read again. */
import { type AppError, appError } from '../contract/errors.ts';
import { err, type Result } from '../contract/result.ts';
import { isStoredAsRead, type StoredPreview } from './model.ts';
import {
  validateText,
  type LiveItem,
  type LiveSummary,
  type LiveStatus,
  pageWords,
  type PageWish,
  type PageWords,
} from '../outbox/model.ts';
import { cutTitle } from '../text/cut-text.ts';
import { requestSave, type SavePorts } from './save.ts';
import { destinationOf, type Destination } from '../connections/model.ts';

export type PageOrder = PageWish & {
  /** Chosen where the person clicked; the same id is the same save. */
  id: string;
  tabId: number;
  memoryId: string;
  /** What the person saw; null has the page read now. */
  previewId: string | null;
};

export type PagePorts = SavePorts & {
  /** Null where it is there no longer. */
  preview: (id: string) => Promise<StoredPreview | null>;
  /** Saves of a page, newest first, by the identity of its address. */
  savesOf: (pageKey: string) => Promise<LiveSummary[]>;
};

/**
 * Gives the item as written. The page is read anew where there is no preview of this tab, or none of its page. Fails
 * with `memory.validation` for a title that no service would take, and with `save.unchanged` for a version that would
 * say the very same as the newest there is.
 */
export async function savePage(
  order: PageOrder,
  ports: PagePorts,
): Promise<Result<LiveItem, AppError>> {
  const title = order.title === null ? null : order.title.trim();
  const preview = order.previewId === null ? null : await ports.preview(order.previewId);
  if (preview === null || preview.tabId !== order.tabId || !preview.page.ok) {
    const trouble = title === null ? null : validateText({ title, content: anyText }, 'page');
    if (trouble !== null) return err(trouble);
    return requestSave({ ...order, title, kind: 'page', frameId: null }, ports);
  }
  const { capture } = preview.page;
  const trouble = validateText({ title, content: capture.content }, 'page');
  if (trouble !== null) return err(trouble);
  const destination = destinationOf(await ports.readConnections(), order.memoryId);
  if (!destination.ok) return destination;
  const words = await pageWords(capture, { title, asVersion: order.asVersion });
  const isRepeat = order.asVersion && title === null;
  if (
    isRepeat &&
    isUnchanged(await ports.savesOf(preview.pageKey), { ...destination.value, ...words })
  )
    return err(unchanged);
  return ports.request({
    id: order.id,
    kind: 'page',
    ...destination.value,
    source: {
      url: capture.url,
      title: cutTitle(title ?? capture.title),
      tabId: order.tabId,
      frameId: null,
    },
    pageKey: preview.pageKey,
    ...words,
    ...(order.asVersion ? { isVersion: true } : {}),
    createdAt: ports.now(),
    updatedAt: ports.now(),
    state: { status: 'captured' },
  });
}

const unchanged = appError('save.unchanged', 'The Memory has this text of the page already.');

/** The text is not there yet, and is looked at once it is read. */
const anyText = 'text';

/** Looks at the saves of the page, which come newest first. */
function isUnchanged(
  saves: readonly LiveSummary[],
  { connectionId, container, customId, digest }: Destination & PageWords,
): boolean {
  const newest = saves.find(
    (save): save is LiveSummary & { kind: 'page' } =>
      save.kind === 'page' &&
      save.connectionId === connectionId &&
      save.container.id === container.id &&
      isStoredAsRead(save) &&
      !unheld.has(save.state.status),
  );
  // A version of before the digests were noted down is named by its text all the same.
  return newest !== undefined && (newest.digest === digest || newest.customId === customId);
}

/** What was not taken or cannot be found may be saved once more. */
const unheld: ReadonlySet<LiveStatus> = new Set(['refused', 'failed', 'canceled']);
