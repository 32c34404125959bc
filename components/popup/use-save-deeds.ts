import type { HomeStatus, PageDescription } from '../../lib/contracts/messages.ts';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { askToRead } from '../hooks/ask-to-read.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { PageHook } from '../hooks/use-page.ts';
import type { SaveOrder, SavingHook } from '../hooks/use-saving.ts';
import type { UndoingHook } from '../hooks/use-undoing.ts';
import type { SaveAction } from '../saves/save-view.ts';
import type { ShownPage } from './page-to-save.ts';
import type { AddressOrder, PopupView } from './popup-model.ts';
import { heldBackBy } from './popup-view.ts';

export type SaveDeedsParts = {
  page: PageHook;
  saving: Pick<SavingHook, 'save' | 'saveLink' | 'retry' | 'discard'>;
  undoing: UndoingHook;
  /** What is saved when the person says so. */
  seen: ShownPage;
  /** The title that the person gave it; null where they gave none. */
  title: string | null;
  /** Called as something is about to be saved. */
  onSaving: () => void;
};

export type SaveDeeds = {
  /** Saves the page as it is shown. */
  saveShown: (order: Pick<SaveOrder, 'memory' | 'asVersion'>) => Promise<void>;
  /** Keeps the address of what is shown, where the view offers that. */
  saveAddress: (view: PopupView) => void;
  act: (action: SaveAction, id: string) => void;
};

/** What the person can do about the saves of the page in front. */
export function useSaveDeeds({ page, seen, title, onSaving, ...parts }: SaveDeedsParts): SaveDeeds {
  const bridge = useBridge();
  const { undoing } = parts;
  const { save, saveLink, retry, discard } = parts.saving;
  const described = page.state.status === 'ready' ? page.state.page : null;
  const tab = described?.tab ?? null;

  async function saveShown(order: Pick<SaveOrder, 'memory' | 'asVersion'>): Promise<void> {
    if (tab === null) return;
    onSaving();
    const saved = await save({ tab, previewId: seen.previewId, title, ...order });
    // An app may have gone to another page of its own since the popup opened: that one was saved.
    if (saved !== null && saved.source.url !== seen.url) page.reload();
  }

  /** Gives whether it was written, which it is before the person has answered the browser. */
  function saveAddressOf(url: string, { home, memory, title: named }: LinkOrder) {
    onSaving();
    // The home on this device reads the address from here. The question may close the popup.
    if (home.kind === 'device') void askToRead(bridge, url);
    return saveLink({ url, tabId: tab?.id ?? null, memory, title: named });
  }

  function saveAddress(view: PopupView): void {
    if (view.kind !== 'form' && view.kind !== 'obstacle') return;
    const order = view.kind === 'form' ? { ...view.form, memory: view.form.chosen } : view.address;
    if (order !== null) void saveAddressOf(seen.url, { ...order, title: title ?? seen.title });
  }

  /** In the place of a save whose page could not be read. */
  async function saveAddressInstead(item: OutboxView, home: HomeStatus): Promise<void> {
    const order = { home, memory: item.container, title: item.source.title };
    if ((await saveAddressOf(item.source.url, order)) !== null) await discard(item.id);
  }

  /** With the way back. */
  async function discardForNow(id: string): Promise<void> {
    const item = described === null ? null : saveOf(described, id);
    if ((await discard(id)) && item !== null) undoing.offer(item);
  }

  async function allowSiteOf({ id, source }: OutboxView): Promise<void> {
    if (await askToRead(bridge, source.url)) await retry(id, { tabId: null, heldBackBy: null });
  }

  function act(action: SaveAction, id: string): void {
    if (action === 'discard') return void discardForNow(id);
    if (action !== 'save-address' && action !== 'allow-site') {
      return void retry(id, { tabId: tab?.id ?? null, heldBackBy: heldBackBy(page.state, id) });
    }
    const item = described === null ? null : saveOf(described, id);
    if (described === null || item === null) return;
    void (action === 'allow-site' ? allowSiteOf(item) : saveAddressInstead(item, described.home));
  }

  return { saveShown, saveAddress, act };
}

type LinkOrder = AddressOrder & { title: string };

function saveOf({ saves }: PageDescription, id: string): OutboxView | null {
  return saves.find((save) => save.id === id) ?? null;
}
