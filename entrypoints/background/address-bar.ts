/** Joins the address bar to the search: what is typed after `mem`, what is shown for it, and what Enter does. */
import { firstLine, suggestionOf } from '../../components/words/address-bar.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { activeHome } from '../../lib/core/connections/connections.ts';
import { type BarView, createAddressBar } from '../../lib/features/address-bar/address-bar.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import { type BarLines, listenToAddressBar } from '../../lib/platform/omnibox.ts';
import { offerQuery } from '../../lib/platform/offered-query.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import {
  activeTab,
  openSearchPage,
  openSidePanel,
  openWelcome,
} from '../../lib/platform/surfaces.ts';
import { openTab } from '../../lib/platform/tabs.ts';
import { stayAwake } from '../../lib/platform/wake.ts';
import type { Parts } from './parts.ts';

/** To be called synchronously when the background starts. */
export function listenInAddressBar(
  { settings, recall }: Parts,
  { announce, log }: { announce: (event: AppEvent) => void; log: Logger },
): void {
  const report = (cause: unknown) => log.warn('address-bar', {}, cause);
  /** Looked up when the typing begins: in the key that ends it there is no time to ask. */
  let windowId: number | null = null;

  const bar = createAddressBar({
    homeKind: async () => activeHome(await settings.read())?.connection.kind ?? null,
    search: (query) => stayAwake(recall.search(query)),
    cancel: recall.cancel,
    open: recall.open,
    openAddress: openTab,
    openSearch,
    openWelcome,
    sleep,
    report,
    newId: () => crypto.randomUUID(),
  });

  async function openSearch(q: string): Promise<void> {
    // Before anything is awaited. A browser that does not take this key for the person's own, as Chromium before 130
    // and Firefox before 142, rejects.
    const opening = openSidePanel(windowId ?? noWindow);
    const isOpen = await opening.then(
      () => true,
      () => false,
    );
    const offeredIn = windowId ?? (await frontWindow());
    if (offeredIn !== null && q !== '') {
      await offerQuery(offeredIn, q);
      announce({ event: 'panel.offered', windowId: offeredIn });
    }
    if (!isOpen) await openSearchPage();
  }

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
}

/** No browser has a window of this number; asked to open its panel there, it refuses. */
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
