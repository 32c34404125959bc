/** Checks whether the active connection has a page that this browser hasn't saved. */
import { activeConnection } from '../connections/model.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { findDocument } from '../memory-client/find-document.ts';
import { type FinishedItem, type LiveItem, savedPage } from '../outbox/model.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { webAddress } from '../url/web-address.ts';
import type { PagePorts } from './save-page.ts';

export type FindSavedPorts = Omit<PagePorts, 'request' | 'now'> & {
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  adopt: (items: readonly FinishedItem[]) => Promise<LiveItem[]>;
};

/** Maximum numbers of Memories to search, and of list pages to read if the service can't look up a document. */
const maxMemories = 20;
const maxPages = 3;

/**
 * Returns saves that are new here, one per Memory; none if the service doesn't respond. Call this only when the person
 * acts on the page, because its id is sent to the service.
 */
export async function findSaved(
  { tabId, previewId }: MessageInput<'page.find-saved'>,
  { readConnections, getTab, preview, savesOf, clientOf, adopt }: FindSavedPorts,
): Promise<LiveItem[]> {
  const [active, tab, read] = await Promise.all([
    readConnections().then(activeConnection),
    getTab(tabId),
    previewId === null ? null : preview(previewId),
  ]);
  if (active === null || tab === null || webAddress(tab.url) === null) return [];
  const { url, title } = tab;
  const connectionId = active.connection.id;
  const pageKey = pageKeyOf(url);
  const isOfTab = read?.tabId === tabId && read.pageKey === pageKey;
  const customIds = new Set([pageKey, ...(isOfTab && read.page.ok ? [read.page.customId] : [])]);
  const saves = (await Promise.all([...customIds].map(savesOf))).flat();
  const isSaved = saves.some(
    ({ connectionId: its, kind, state }) =>
      its === connectionId && kind !== 'note' && state.status !== 'refused',
  );
  if (isSaved) return [];
  const client = await clientOf(connectionId);
  if (client === null) return [];
  const searches = active.memories
    .slice(0, maxMemories)
    .flatMap((container) => [...customIds].map((customId) => ({ container, customId })));
  const found = await Promise.all(
    searches.map(async ({ container: { id, name }, customId }): Promise<FinishedItem[]> => {
      const search = { container: id, customId, maxPages, isSent: true };
      const answer = await findDocument(client.documents, search);
      if (!answer.ok || !answer.value.found) return [];
      const place = { connectionId, container: { id, name } };
      const saved = savedPage(answer.value.document, place);
      if (saved === null) return [];
      // Use the tab's URL and title, so that the popup recognizes the page.
      const source = { ...saved.item.source, url, title };
      return [{ ...saved, item: { ...saved.item, source, pageKey } }];
    }),
  );
  return adopt(found.flat());
}
