import { useCallback, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent, PageDescription, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { Ask } from '../../lib/messaging/client.ts';
import { useBridge } from '../app/bridge.ts';
import { type Tries, withTry } from '../app/tries.ts';
import { askToRead } from '../app/ask-to-read.ts';
import type { PageHook } from './use-page.ts';
import type { SaveAction } from '../outbox/save-view.ts';
import { type ShownPage, type AddressOrder, type PopupView, heldBackBy } from './popup-view.ts';
import type { Discarded } from '../outbox/saves-model.ts';

export type Saving =
  | { status: 'idle' }
  /** Asked for; what becomes of it is told by the outbox. */
  | { status: 'asking'; id: string; memory: MemoryChoice }
  /** The asking itself failed: for a new save, or for one that is in the outbox. */
  | { status: 'failed'; of: 'new' | 'item'; error: AppError };

type SavingHook = {
  saving: Saving;
  /** The saves asked for since the popup opened. */
  fresh: ReadonlySet<string>;
  /** How often each was tried again since. */
  tries: Tries;
  /** Gives the save as it was written; null where it was not. */
  save: (order: SaveOrder) => Promise<OutboxView | null>;
  /** Keeps the address alone, for the memory to read itself. */
  saveLink: (
    order: Pick<SaveOrder, 'memory' | 'title'> & { url: string; tabId: number | null },
  ) => Promise<OutboxView | null>;
  /** `tabId` is where the page is open now; `heldBackBy` names the connection whose refusal a paused save waits behind: it is asked once more. */
  retry: (
    id: string,
    { tabId, heldBackBy }: { tabId: number | null; heldBackBy: string | null },
  ) => Promise<void>;
  /** Says whether it was. */
  discard: (id: string) => Promise<boolean>;
};

type SaveOrder = {
  tab: PageDescription['tab'];
  memory: MemoryChoice;
  /** What the person sees of the page; null has it read in the background. */
  previewId: string | null;
  /** In the person's own words; null leaves the page's. */
  title: string | null;
  /** Beside what the Memory holds of the page. */
  asVersion: boolean;
};

const idle: Saving = { status: 'idle' };

/** Saves the page in front, and works on the saves there are; `hear` takes what each has become. */
export function useSaving(hear: (event: AppEvent) => void): SavingHook {
  const { ask, newId } = useBridge();
  const [saving, setSaving] = useState<Saving>(idle);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState<Tries>(new Map());
  const unansweredRef = useRef<{ id: string; meant: string } | null>(null);

  /** `meant` tells one save from another. */
  const write = useCallback(
    async (memory: MemoryChoice, meant: string, send: Send) => {
      // A click after a failure means the same save, which must not become two.
      const earlier = unansweredRef.current;
      const id = earlier !== null && earlier.meant === meant ? earlier.id : newId();
      unansweredRef.current = { id, meant };
      setSaving({ status: 'asking', id, memory });
      setFresh((known) => new Set([...known, id]));
      const saved = await send(id);
      const written = saved.ok ? saved.value : await writtenAnyway(ask, id, saved.error);
      if (written !== null) {
        unansweredRef.current = null;
        hear({ event: 'outbox.changed', item: written });
        setSaving(idle);
      } else if (!saved.ok) {
        setSaving({ status: 'failed', of: 'new', error: saved.error });
      }
      return written;
    },
    [ask, newId, hear],
  );

  const save = useCallback<SavingHook['save']>(
    ({ tab, memory, ...seen }) =>
      write(memory, `page ${memory.id} ${seen.asVersion}`, (id) =>
        ask('page.save', { id, tabId: tab.id, memoryId: memory.id, ...seen }),
      ),
    [ask, write],
  );

  const saveLink = useCallback<SavingHook['saveLink']>(
    ({ url, tabId, memory, title }) =>
      write(memory, `link ${memory.id} ${url}`, (id) =>
        ask('link.save', { id, url, title, memoryId: memory.id, tabId }),
      ),
    [ask, write],
  );

  const retry = useCallback<SavingHook['retry']>(
    async (id, { tabId, heldBackBy }) => {
      if (heldBackBy !== null) await ask('connections.try-again', { connectionId: heldBackBy });
      const retried = await ask('outbox.retry', { id, tabId });
      if (!retried.ok) return setSaving({ status: 'failed', of: 'item', error: retried.error });
      setFresh((known) => new Set([...known, id]));
      setTries((before) => withTry(before, id));
      setSaving(idle);
      return hear({ event: 'outbox.changed', item: retried.value });
    },
    [ask, hear],
  );

  const discard = useCallback(
    async (id: string) => {
      const discarded = await ask('outbox.discard', { id });
      setSaving(discarded.ok ? idle : { status: 'failed', of: 'item', error: discarded.error });
      if (discarded.ok) hear({ event: 'outbox.removed', id });
      return discarded.ok;
    },
    [ask, hear],
  );

  return { saving, fresh, tries, save, saveLink, retry, discard };
}

type Send = (id: string) => Promise<Result<OutboxView, AppError>>;

/** The background may have ended after it wrote the save and before it said so. */
async function writtenAnyway(ask: Ask, id: string, error: AppError): Promise<OutboxView | null> {
  if (error.code !== 'message.unanswered') return null;
  const found = await ask('outbox.get', { id });
  return found.ok ? found.value : null;
}

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
