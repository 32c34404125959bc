/** The person's word to keep a page they have seen: what they saw is written down, and the page is not read again. */
import type { AppError } from '../../contracts/errors.ts';
import { err, type Result } from '../../contracts/result.ts';
import type { StoredPreview } from '../../contracts/preview.ts';
import { troubleWith } from '../../core/outbox/editable.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { pageWords, type PageWish } from '../../core/page-version/page-words.ts';
import { cutTitle } from '../../core/text/cut-text.ts';
import { destinationOf } from './destination.ts';
import { isInNewest } from './newest-version.ts';
import { requestSave, type SavePorts } from './save.ts';

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
  savesOf: (pageKey: string) => Promise<KeptItem[]>;
};

/**
 * Gives the item as written. The page is read anew where there is no preview of this tab, or none of its page. Fails
 * with `memory.validation` for a title that no service would take, and with `save.unchanged` for a version that would
 * say the very same as the newest there is.
 */
export async function savePage(
  order: PageOrder,
  ports: PagePorts,
): Promise<Result<KeptItem, AppError>> {
  const title = order.title === null ? null : order.title.trim();
  const preview = order.previewId === null ? null : await ports.preview(order.previewId);
  if (preview === null || preview.tabId !== order.tabId || !preview.page.ok) {
    const trouble = title === null ? null : troubleWith({ title, content: anyText }, 'page');
    if (trouble !== null) return err(trouble);
    return requestSave({ ...order, title, kind: 'page', frameId: null }, ports);
  }
  const { capture } = preview.page;
  const trouble = troubleWith({ title, content: capture.content }, 'page');
  if (trouble !== null) return err(trouble);
  const destination = destinationOf(await ports.readSettings(), order.memoryId);
  if (!destination.ok) return destination;
  const words = await pageWords(capture, { title, asVersion: order.asVersion });
  const isRepeat = order.asVersion && title === null;
  if (
    isRepeat &&
    isInNewest(await ports.savesOf(preview.pageKey), { ...destination.value, ...words })
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

const unchanged: AppError = {
  code: 'save.unchanged',
  message: 'The Memory has this text of the page already.',
  retryable: false,
};

/** The text is not there yet, and is looked at once it is read. */
const anyText = 'text';
