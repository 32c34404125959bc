import { pageKeyOf } from '../custom-id/custom-id.ts';
import { appError } from '../contract/errors.ts';
import { type AsyncResult, err } from '../contract/result.ts';
import { destinationOf, type StoredConnections } from '../connections/model.ts';
import type { LiveItem } from '../outbox/model.ts';
import { addressInReaderView } from '../capture/reader-view.ts';
import { cutTitle } from '../text/cut-text.ts';
import type { PagePart } from '../capture/schema.ts';

export type SavePorts = {
  readConnections: () => Promise<StoredConnections>;
  getTab: (tabId: number) => Promise<{ url: string; title: string } | null>;
  request: (item: LiveItem) => AsyncResult<LiveItem>;
  now: () => number;
};

export type SaveOrder = {
  /** Repeating an id returns the same save. */
  id: string;
  kind: 'page' | 'note';
  tabId: number;
  /** Null for the top frame. */
  frameId: number | null;
  /** Selected text as reported by the browser, for pages no script can read. */
  selectionText?: string | null;
  /** Null for the Memory chosen last. */
  memoryId: string | null;
  /** Null or undefined to keep the page's title. */
  title?: string | null;
  asVersion?: boolean;
  /** Undefined for what the person last chose to save on the page's site. */
  part?: PagePart;
  /** Whether the person hasn't seen the text. Then a page that shows an error is refused. */
  isUnseen?: boolean;
};

export async function requestSave(
  {
    title = null,
    asVersion = false,
    isUnseen = false,
    selectionText = null,
    part,
    ...order
  }: SaveOrder,
  { readConnections, getTab, request, now }: SavePorts,
): AsyncResult<LiveItem> {
  const destination = destinationOf(await readConnections(), order.memoryId);
  if (!destination.ok) return destination;
  const tab = await getTab(order.tabId);
  if (tab === null) return err(tabGone);
  // If the page can't be read, this URL can be saved instead.
  const url = addressInReaderView(tab.url) ?? tab.url;
  const shared = {
    id: order.id,
    ...destination.value,
    source: {
      url,
      title: cutTitle(title ?? tab.title),
      tabId: order.tabId,
      frameId: order.frameId,
    },
    pageKey: pageKeyOf(url),
    customId: null,
    material: null,
    createdAt: now(),
    updatedAt: now(),
    state: { status: 'requested' },
  } as const;
  if (order.kind === 'page') {
    return request({
      ...shared,
      kind: 'page',
      ...(asVersion ? { isVersion: true } : {}),
      ...(isUnseen ? { isUnseen } : {}),
      ...(part === undefined ? {} : { part }),
      ...(title === null ? {} : { ownTitle: title }),
    });
  }
  // If the URL is hidden, only text from the page itself is stored.
  const isReported = selectionText !== null && tab.url !== '';
  return request({ ...shared, kind: 'note', ...(isReported ? { selectionText } : {}) });
}

const tabGone = appError('page.gone', 'The tab was closed before it could be saved.');
