/** The person's word to keep the page or the selection of a tab: puts it into the outbox, whoever asked. */
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import type { AppError } from '../../contracts/errors.ts';
import { err, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { addressInReaderView } from '../../core/reader-view.ts';
import { cutTitle } from '../../core/text/cut-text.ts';
import { destinationOf } from './destination.ts';

export type SavePorts = {
  readSettings: () => Promise<Settings>;
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  /** Fails with `storage.full` where there is no room for another. */
  request: (item: KeptItem) => Promise<Result<KeptItem, AppError>>;
  now: () => number;
};

export type SaveOrder = {
  /** Chosen where the person clicked; the same id is the same save. */
  id: string;
  kind: 'page' | 'note';
  tabId: number;
  /** The frame the selection is in; null for the page itself. */
  frameId: number | null;
  /** The selected words as the browser says them, for where no script may read them, as in its viewer of PDFs. */
  said?: string | null;
  /** Null for the Memory chosen last. */
  memoryId: string | null;
  /** The title in the person's own words; absent or null leaves the page's. */
  title?: string | null;
  /** Beside what the Memory holds of this page. */
  asVersion?: boolean;
};

/** Gives the item as written; reading and sending follow from there. */
export async function requestSave(
  { title = null, asVersion = false, said = null, ...order }: SaveOrder,
  { readSettings, getTab, request, now }: SavePorts,
): Promise<Result<KeptItem, AppError>> {
  const destination = destinationOf(await readSettings(), order.memoryId);
  if (!destination.ok) return destination;
  const tab = await getTab(order.tabId);
  if (tab === null) return err(tabGone);
  // What it is refused under there can then be saved by its address.
  const url = addressInReaderView(tab.url) ?? tab.url;
  const item: KeptItem = {
    id: order.id,
    kind: order.kind,
    ...destination.value,
    source: {
      url,
      title: cutTitle(title ?? tab.title),
      tabId: order.tabId,
      frameId: order.frameId,
    },
    pageKey: customIdOf({ url, canonicalLink: null }),
    customId: null,
    ...(asVersion ? { isVersion: true } : {}),
    ...(title === null ? {} : { ownTitle: title }),
    // Of a page whose address it hides nothing is kept that was not asked of the page itself.
    ...(said === null || tab.url === '' ? {} : { said }),
    material: null,
    createdAt: now(),
    updatedAt: now(),
    state: { status: 'requested' },
  };
  return request(item);
}

const tabGone: AppError = {
  code: 'page.gone',
  message: 'The tab was closed before it could be saved.',
  retryable: false,
};
