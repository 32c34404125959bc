import { useCallback, useState } from 'react';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useBridge } from '../app/bridge.ts';
import type { SavesState } from './saves-model.ts';

type Said = { words: string; pageKey: string; at: number };

/** What is said of something that was deleted, until its page is saved again; empty where there is nothing to say. */
export function useSaidDeletion(state: SavesState) {
  const { now } = useBridge();
  const [said, setSaid] = useState<Said | null>(null);
  const say = useCallback(
    (words: string, { pageKey }: OutboxView) => setSaid({ words, pageKey, at: now() }),
    [now],
  );
  const unsay = useCallback(() => setSaid(null), []);
  return { said: said === null || isBack(state, said) ? '' : said.words, say, unsay };
}

function isBack(state: SavesState, { pageKey, at }: Said): boolean {
  if (state.status !== 'ready') return false;
  return state.items.some((item) => item.pageKey === pageKey && item.createdAt >= at);
}
