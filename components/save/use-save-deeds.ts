import type { ConnectionStatus, PageDescription, AppEvent } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { askToRead } from './ask-to-read.ts';
import { useBridge } from '../app/bridge.ts';
import type { PageHook } from './use-page.ts';
import type { SaveOrder, SavingHook } from './use-saving.ts';
import type { SaveAction } from '../outbox/save-view.ts';
import type { ShownPage } from './page-to-save.ts';
import type { AddressOrder, PopupView } from './popup-model.ts';
import { heldBackBy } from './popup-view.ts';
import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Discarded } from '../outbox/saves-model.ts';

type SaveDeedsParts = {
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

type SaveDeeds = {
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
  function saveAddressOf(url: string, { connection, memory, title: named }: LinkOrder) {
    onSaving();
    // The connection on this device reads the address from here. The question may close the popup.
    if (connection.kind === 'device') void askToRead(bridge, url);
    return saveLink({ url, tabId: tab?.id ?? null, memory, title: named });
  }

  function saveAddress(view: PopupView): void {
    if (view.kind !== 'form' && view.kind !== 'obstacle') return;
    const order = view.kind === 'form' ? { ...view.form, memory: view.form.chosen } : view.address;
    if (order !== null) void saveAddressOf(seen.url, { ...order, title: title ?? seen.title });
  }

  /** In the place of a save whose page could not be read. */
  async function saveAddressInstead(item: OutboxView, connection: ConnectionStatus): Promise<void> {
    const order = { connection, memory: item.container, title: item.source.title };
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
    void (action === 'allow-site'
      ? allowSiteOf(item)
      : saveAddressInstead(item, described.connection));
  }

  return { saveShown, saveAddress, act };
}

type LinkOrder = AddressOrder & { title: string };

function saveOf({ saves }: PageDescription, id: string): OutboxView | null {
  return saves.find((save) => save.id === id) ?? null;
}

export type UndoingHook = {
  /** What was discarded here and can still be had back, the latest last. */
  discarded: readonly Discarded[];
  /** Offers the way back of one that was just discarded. */
  offer: (item: OutboxView) => void;
  /** Says why it could not be had back. */
  restore: (key: string) => Promise<AppError | null>;
  /** Ends the way back. */
  forget: (key: string) => void;
};

/** The way back of what is discarded in the popup; `hear` takes what is there again. */
export function useUndoing(hear: (event: AppEvent) => void): UndoingHook {
  const { ask } = useBridge();
  const [discarded, setDiscarded] = useState<readonly Discarded[]>([]);

  const forget = useCallback((key: string) => {
    setDiscarded((before) => before.filter((one) => one.key !== key));
  }, []);

  const offer = useCallback((item: OutboxView) => {
    setDiscarded((before) => [...before, { key: item.id, items: [item] }]);
  }, []);

  const restore = useCallback(
    async (key: string) => {
      const restored = await ask('outbox.restore', { id: key });
      if (!restored.ok) return restored.error;
      forget(key);
      hear({ event: 'outbox.changed', item: restored.value });
      return null;
    },
    [ask, forget, hear],
  );

  return { discarded, offer, restore, forget };
}
