import { useCallback, useRef, useState } from 'react';
import type { PagePart } from '../../lib/capture/schema.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { MessageInput } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { askToRead } from '../app/ask-to-read.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { type Tries, withTry } from '../app/tries.ts';
import type { SaveAction } from '../outbox/save-view.ts';
import type { Discarded } from '../outbox/saves-state.ts';
import {
  type AddressOrder,
  type orderOf,
  pausingConnection,
  type PopupView,
  type Saving,
  type ShownPage,
} from './popup-view.ts';
import type { PageHook } from './use-page.ts';

type Order<Name extends 'page.save' | 'link.save'> = Omit<MessageInput<Name>, 'id' | 'memoryId'>;

const idle: Saving = { status: 'idle' };

export function useSaving(hear: PageHook['hear']) {
  const { ask, newId } = useBridge();
  const [saving, setSaving] = useState<Saving>(idle);
  /** Ids of saves requested since the popup opened. */
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState<Tries>(new Map());
  const [discarded, setDiscarded] = useState<readonly Discarded[]>([]);
  const unansweredRef = useRef<{ id: string; key: string } | null>(null);

  async function write(
    memory: MemoryChoice,
    key: string,
    send: (id: string) => Promise<Result<OutboxView, AppError>>,
  ): Promise<OutboxView | null> {
    // A click after a failure must not create a second save.
    const earlier = unansweredRef.current;
    const id = earlier?.key === key ? earlier.id : newId();
    unansweredRef.current = { id, key };
    setSaving({ status: 'asking', id, memory });
    setFresh((known) => new Set([...known, id]));
    const saved = await send(id);
    const written = saved.ok ? saved.value : await storedAnyway(ask, id, saved.error);
    if (written !== null) {
      unansweredRef.current = null;
      hear({ event: 'outbox.changed', item: written });
      setSaving(idle);
    } else if (!saved.ok) {
      setSaving({ status: 'failed', of: 'new', error: saved.error });
    }
    return written;
  }

  const savePage = (memory: MemoryChoice, order: Order<'page.save'>) =>
    write(memory, `page ${memory.id} ${order.part} ${order.asVersion}`, (id) =>
      ask('page.save', { id, memoryId: memory.id, ...order }),
    );

  const saveLink = (memory: MemoryChoice, order: Order<'link.save'>) =>
    write(memory, `link ${memory.id} ${order.url}`, (id) =>
      ask('link.save', { id, memoryId: memory.id, ...order }),
    );

  /**
   * `tabId` is the tab that shows the page. `pausedBy` is the connection that refused the save; it's tried again.
   */
  async function retry(id: string, tabId: number | null, pausedBy: string | null): Promise<void> {
    if (pausedBy !== null) await ask('connections.try-again', { connectionId: pausedBy });
    const retried = await ask('outbox.retry', { id, tabId });
    if (!retried.ok) return setSaving({ status: 'failed', of: 'item', error: retried.error });
    setFresh((known) => new Set([...known, id]));
    setTries((before) => withTry(before, id));
    setSaving(idle);
    return hear({ event: 'outbox.changed', item: retried.value });
  }

  /** Discards a save. If `item` is null, it can't be undone here. */
  async function discard(id: string, item: OutboxView | null): Promise<void> {
    const result = await ask('outbox.discard', { id });
    setSaving(result.ok ? idle : { status: 'failed', of: 'item', error: result.error });
    if (!result.ok) return;
    hear({ event: 'outbox.removed', id });
    if (item !== null) setDiscarded((before) => [...before, { key: id, items: [item] }]);
  }

  const forgetDiscarded = useCallback((key: string) => {
    setDiscarded((before) => before.filter((one) => one.key !== key));
  }, []);

  async function restore(key: string): Promise<Result<OutboxView, AppError>> {
    const restored = await ask('outbox.restore', { id: key });
    if (restored.ok) {
      forgetDiscarded(key);
      hear({ event: 'outbox.changed', item: restored.value });
    }
    return restored;
  }

  return {
    saving,
    fresh,
    tries,
    savePage,
    saveLink,
    retry,
    discard,
    undo: { discarded, restore, forget: forgetDiscarded },
  };
}

/** Returns the save if it was stored after all: the background may stop between storing and responding. */
async function storedAnyway(
  ask: Bridge['ask'],
  id: string,
  error: AppError,
): Promise<OutboxView | null> {
  if (error.code !== 'message.unanswered') return null;
  const found = await ask('outbox.get', { id });
  return found.ok ? found.value : null;
}

export type UndoHook = ReturnType<typeof useSaving>['undo'];

type SaveActionsOptions = {
  page: PageHook;
  saves: ReturnType<typeof useSaving>;
  shown: ShownPage;
  part: PagePart;
  title: string | null;
  onSaving: () => void;
};

export function useSaveActions({ page, saves, shown, part, title, onSaving }: SaveActionsOptions) {
  const bridge = useBridge();
  const described = page.state.status === 'ready' ? page.state.page : null;
  const tab = described?.tab ?? null;

  async function saveShown({ memory, asVersion }: ReturnType<typeof orderOf>): Promise<void> {
    if (tab === null) return;
    onSaving();
    const { previewId } = shown;
    const order = { tabId: tab.id, previewId, part, title, asVersion };
    const saved = await saves.savePage(memory, order);
    // If a web app navigated while the popup was open, the new page was saved.
    if (saved !== null && saved.source.url !== shown.url) page.reload();
  }

  /** Resolves once the save is stored, before the person answers the permission prompt. */
  function saveAddressOf(url: string, order: AddressOrder & { title: string }) {
    onSaving();
    // Not awaited, because the permission prompt may close the popup.
    if (order.connection.kind === 'device') void askToRead(bridge, url);
    return saves.saveLink(order.memory, { url, tabId: tab?.id ?? null, title: order.title });
  }

  function saveAddress(view: PopupView): void {
    if (view.kind !== 'form' && view.kind !== 'obstacle') return;
    const order = view.kind === 'form' ? { ...view.form, memory: view.form.chosen } : view.address;
    if (order !== null) void saveAddressOf(shown.url, { ...order, title: title ?? shown.title });
  }

  function act(action: SaveAction, id: string): void {
    const item = described?.saves.find((save) => save.id === id) ?? null;
    if (action === 'discard') return void saves.discard(id, item);
    if (action !== 'save-address' && action !== 'allow-site') {
      return void saves.retry(id, tab?.id ?? null, pausingConnection(page.state, id));
    }
    if (described === null || item === null) return;
    void (action === 'allow-site' ? allowSite(item) : saveInstead(item, described.connection));
  }

  async function allowSite({ id, source }: OutboxView): Promise<void> {
    if (await askToRead(bridge, source.url)) await saves.retry(id, null, null);
  }

  async function saveInstead(
    item: OutboxView,
    connection: AddressOrder['connection'],
  ): Promise<void> {
    const order = { connection, memory: item.container, title: item.source.title };
    if ((await saveAddressOf(item.source.url, order)) !== null) await saves.discard(item.id, null);
  }

  return { saveShown, saveAddress, act };
}
