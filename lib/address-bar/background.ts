/** Searches from the address bar, with the keyword `mem`. */
import { firstLine, suggestionOf } from './words.ts';
import { activeConnection, type StoredConnections } from '../connections/model.ts';
import { type AddressBarPorts, type BarView, createAddressBar } from './address-bar.ts';
import type { Logger } from '../browser/logger.ts';
import { type BarLines, listenToAddressBar } from '../browser/omnibox.ts';
import { openWelcome } from '../browser/surfaces.ts';
import { sleep } from '../async/sleep.ts';
import { activeTab, openTab } from '../browser/tabs.ts';
import { stayAwake } from '../browser/alarms.ts';

export type AddressBarModuleOptions = {
  readConnections: () => Promise<StoredConnections>;
  search: Pick<AddressBarPorts, 'search' | 'cancel' | 'open'> & {
    /** Shows a search in the side panel. Must be called synchronously. */
    show: (q: string, windowId: number | null) => Promise<void>;
  };
  log: Logger;
};

export function createAddressBarModule({ readConnections, search, log }: AddressBarModuleOptions) {
  const report = (cause: unknown) => log.warn('address-bar', {}, cause);
  /** Read when typing starts, because nothing can be awaited when Enter is pressed. */
  let windowId: number | null = null;

  const bar = createAddressBar({
    connectionKind: async () => activeConnection(await readConnections())?.connection.kind ?? null,
    search: (query) => stayAwake(search.search(query)),
    cancel: search.cancel,
    open: search.open,
    openAddress: openTab,
    openSearch: (q) => search.show(q, windowId),
    openWelcome,
    sleep,
    report,
    newId: () => crypto.randomUUID(),
  });

  /** Must be called synchronously when the background starts. */
  const listen = () =>
    listenToAddressBar(
      {
        started() {
          bar.started();
          activeTab().then((tab) => (windowId = tab?.windowId ?? null), report);
        },
        changed: (text, lines) => void bar.typed(text, viewOf(lines)),
        entered: (text) => void bar.entered(text).catch(report),
        canceled: bar.canceled,
      },
      firstLine({ kind: 'idle' }),
    );
  return { listen };
}

function viewOf({ first, suggest }: BarLines): BarView {
  return {
    state: (state) => first(firstLine(state), state.kind !== 'ready' && state.kind !== 'idle'),
    offer: (q, hits) => suggest(hits.map((hit) => suggestionOf(hit, q))),
  };
}
