import { useCallback, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent, PageDescription } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { Ask } from '../../lib/messaging/client.ts';
import { useBridge } from '../app/bridge.ts';
import { type Tries, withTry } from '../app/tries.ts';

export type Saving =
  | { status: 'idle' }
  /** Asked for; what becomes of it is told by the outbox. */
  | { status: 'asking'; id: string; memory: MemoryChoice }
  /** The asking itself failed: for a new save, or for one that is in the outbox. */
  | { status: 'failed'; of: 'new' | 'item'; error: AppError };

export type SavingHook = {
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

export type SaveOrder = {
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
