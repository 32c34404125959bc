/** Saves the page as shown in the preview, without reading it again. */
import { appError } from '../contract/errors.ts';
import { type AsyncResult, err } from '../contract/result.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { isStoredAsRead, type StoredPreview } from './model.ts';
import {
  validateText,
  type LiveItem,
  type LiveSummary,
  type LiveStatus,
  pageWords,
  type PageWords,
} from '../outbox/model.ts';
import { cutTitle } from '../text/cut-text.ts';
import { requestSave, type SavePorts } from './save.ts';
import { destinationOf, type Destination } from '../connections/model.ts';

export type PageOrder = MessageInput<'page.save'>;

export type PagePorts = SavePorts & {
  preview: (id: string) => Promise<StoredPreview | null>;
  /** Returns the saves of a page, newest first. */
  savesOf: (pageKey: string) => Promise<LiveSummary[]>;
};

/**
 * Fails with `memory.validation` for an invalid title, or `save.unchanged` for a version without changes. Without a
 * preview, the page is read again.
 */
export async function savePage(order: PageOrder, ports: PagePorts): AsyncResult<LiveItem> {
  const title = order.title === null ? null : order.title.trim();
  const preview = order.previewId === null ? null : await ports.preview(order.previewId);
  if (preview === null || preview.tabId !== order.tabId || !preview.page.ok) {
    const invalid = title === null ? null : validateText({ title, content: anyText }, 'page');
    if (invalid !== null) return err(invalid);
    return requestSave({ ...order, title, kind: 'page', frameId: null }, ports);
  }
  const { capture } = preview.page;
  const invalid = validateText({ title, content: capture.content }, 'page');
  if (invalid !== null) return err(invalid);
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

const unchanged = appError('save.unchanged', 'The Memory already has this version of the page.');

/** Placeholder for the text, which is validated once it has been read. */
const anyText = 'text';

/** `saves` must be newest first. */
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
  // Versions saved before digests existed have the digest in their `custom_id`.
  return newest !== undefined && (newest.digest === digest || newest.customId === customId);
}

/** Saves that weren't delivered or indexed can be saved again. */
const unheld: ReadonlySet<LiveStatus> = new Set(['refused', 'failed', 'canceled']);
