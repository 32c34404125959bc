/** Searches from the address bar, with the keyword `mem`. */
import { firstLine, suggestionOf } from './words.ts';
import type { AppEvent } from '../messaging/messages.ts';
import { activeConnection, type StoredConnections } from '../connections/model.ts';
import { type AddressBarPorts, type BarView, createAddressBar } from './address-bar.ts';
import type { Logger } from '../browser/logger.ts';
import { type BarLines, listenToAddressBar } from '../browser/omnibox.ts';
import { offerQuery, openSearchPage, openSidePanel, openWelcome } from '../browser/surfaces.ts';
import { sleep } from '../async/sleep.ts';
import { activeTab, openTab } from '../browser/tabs.ts';
import { stayAwake } from '../browser/alarms.ts';

export type AddressBarModuleOptions = {
  readConnections: () => Promise<StoredConnections>;
  search: Pick<AddressBarPorts, 'search' | 'cancel' | 'open'>;
  announce: (event: AppEvent) => void;
  log: Logger;
};

export function createAddressBarModule({
  readConnections,
  search,
  announce,
  log,
}: AddressBarModuleOptions) {
  const report = (cause: unknown) => log.warn('address-bar', {}, cause);
  /** Read when typing starts, because nothing can be awaited when Enter is pressed. */
  let windowId: number | null = null;

  const bar = createAddressBar({
    connectionKind: async () => activeConnection(await readConnections())?.connection.kind ?? null,
    search: (query) => stayAwake(search.search(query)),
    cancel: search.cancel,
    open: search.open,
    openAddress: openTab,
    openSearch,
    openWelcome,
    sleep,
    report,
    newId: () => crypto.randomUUID(),
  });

  async function openSearch(q: string): Promise<void> {
    // Call before awaiting anything. Rejects in Chromium before 130 and Firefox before 142, where pressing Enter in the
    // address bar isn't a user gesture.
    const [opening] = await Promise.allSettled([openSidePanel(windowId ?? noWindow)]);
    const offeredIn = windowId ?? (await frontWindow());
    if (offeredIn !== null && q !== '') {
      await offerQuery(offeredIn, q);
      announce({ event: 'panel.offered', windowId: offeredIn });
    }
    if (opening.status === 'rejected') await openSearchPage();
  }

  /** Must be called synchronously when the background starts. */
  const listen = () =>
    listenToAddressBar(
      {
        started() {
          bar.started();
          frontWindow().then((id) => (windowId = id), report);
        },
        changed: (text, lines) => void bar.typed(text, viewOf(lines)),
        entered: (text) => void bar.entered(text).catch(report),
        canceled: bar.canceled,
      },
      firstLine({ kind: 'idle' }),
    );
  return { listen };
}

/** An invalid window id, for which opening the side panel fails. */
const noWindow = -1;

async function frontWindow(): Promise<number | null> {
  return (await activeTab())?.windowId ?? null;
}

function viewOf({ first, suggest }: BarLines): BarView {
  return {
    state: (state) => first(firstLine(state), state.kind !== 'ready' && state.kind !== 'idle'),
    offer: (q, hits) => suggest(hits.map((hit) => suggestionOf(hit, q))),
  };
}
