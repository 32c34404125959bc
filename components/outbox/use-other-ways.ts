import { useCallback } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { err, type Result } from '../../lib/contract/result.ts';
import { pageLeft } from '../../lib/save/model.ts';
import { askToRead } from '../save/ask-to-read.ts';
import { useBridge } from '../app/bridge.ts';
import type { SavesAction } from './saves-model.ts';

export type OtherWays = {
  /** Saves the address of a page that could not be read, in its place; asks for its site first where this device reads it. */
  saveAddress: (item: OutboxView, isReadHere: boolean) => Promise<void>;
  /** Asks for the site an address waits for, and goes on with it; only in a click. */
  allowSite: (item: OutboxView) => Promise<void>;
  /** Saves the page as it is now where it is still open, beside what was saved of it. */
  saveAgain: (item: OutboxView) => Promise<void>;
};

export type OtherWaysOptions = {
  /** Marks a save as worked on until the question is answered. */
  during: (id: string, question: () => Promise<Result<unknown, AppError>>) => Promise<void>;
  hear: (item: OutboxView) => void;
  retry: (items: readonly OutboxView[]) => Promise<void>;
  dispatch: (action: SavesAction) => void;
};

/** What leads on where trying the same again would not. */
export function useOtherWays({ during, hear, retry, dispatch }: OtherWaysOptions): OtherWays {
  const bridge = useBridge();
  const { ask, newId } = bridge;

  const discardQuietly = useCallback(
    async (id: string) => {
      const discarded = await ask('outbox.discard', { id });
      if (discarded.ok) dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
      return discarded;
    },
    [ask, dispatch],
  );

  const saveAddress = useCallback(
    async ({ id, source, container }: OutboxView, isReadHere: boolean) => {
      const asked = isReadHere ? askToRead(bridge, source.url) : null;
      await during(id, async () => {
        const { url, title, tabId } = source;
        const order = { id: newId(), url, title, memoryId: container.id, tabId };
        const saved = await ask('link.save', order);
        if (!saved.ok) return saved;
        hear(saved.value);
        return discardQuietly(id);
      });
      await asked;
    },
    [bridge, ask, newId, during, hear, discardQuietly],
  );

  const allowSite = useCallback(
    async (item: OutboxView) => {
      if (await askToRead(bridge, item.source.url)) await retry([item]);
    },
    [bridge, retry],
  );

  const saveAgain = useCallback(
    async ({ id, source, container }: OutboxView) => {
      await during(id, async () => {
        const { url, tabId } = source;
        const described = tabId === null ? null : await ask('page.describe', { tabId });
        if (tabId === null || described?.ok !== true || described.value.tab.url !== url) {
          return err(pageLeft);
        }
        const order = { previewId: null, title: null, asVersion: true } as const;
        const memoryId = container.id;
        const saved = await ask('page.save', { id: newId(), tabId, memoryId, ...order });
        if (saved.ok) hear(saved.value);
        return saved;
      });
    },
    [ask, newId, during, hear],
  );

  return { saveAddress, allowSite, saveAgain };
}
