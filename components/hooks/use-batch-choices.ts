import { useCallback, useEffect, useRef, useState } from 'react';
import type { BatchAccess, BookmarkFolder, TabChoice } from '../../lib/contracts/batches.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from './bridge.ts';

export type Choices =
  | { kind: 'tabs'; tabs: readonly TabChoice[] }
  | { kind: 'bookmarks'; folders: readonly BookmarkFolder[] };

export type ChoicesState =
  | { status: 'rest' }
  | { status: 'loading'; access: BatchAccess }
  /** The person did not let it be listed. */
  | { status: 'declined'; access: BatchAccess }
  | { status: 'failed'; access: BatchAccess; error: AppError }
  | { status: 'ready'; access: BatchAccess; choices: Choices };

export type ChoicesHook = {
  state: ChoicesState;
  /** Asks the person, so only in a click, and lists what there is to choose from. */
  open: (access: BatchAccess) => Promise<void>;
  /** Leaves the choice, and gives back what was allowed for it. */
  close: () => void;
};

/** What there is to choose from, once the person lets it be listed. */
export function useBatchChoices(): ChoicesHook {
  const { ask, ownWindowId, requestAccess, releaseAccess } = useBridge();
  const [state, setState] = useState<ChoicesState>({ status: 'rest' });
  const heldRef = useRef<BatchAccess | null>(null);

  const release = useCallback(() => {
    const held = heldRef.current;
    heldRef.current = null;
    // What is not held any more is given back already: a batch that began has done it.
    if (held !== null) releaseAccess(held).catch(() => undefined);
  }, [releaseAccess]);
  useEffect(() => release, [release]);

  const list = useCallback(
    async (access: BatchAccess): Promise<ChoicesState> => {
      if (access === 'bookmarks') {
        const listed = await ask('batches.folders', {});
        if (!listed.ok) return { status: 'failed', access, error: listed.error };
        const { folders } = listed.value;
        return { status: 'ready', access, choices: { kind: 'bookmarks', folders } };
      }
      const listed = await ask('batches.tabs', { windowId: (await ownWindowId()) ?? -1 });
      if (!listed.ok) return { status: 'failed', access, error: listed.error };
      return { status: 'ready', access, choices: { kind: 'tabs', tabs: listed.value.tabs } };
    },
    [ask, ownWindowId],
  );

  const open = useCallback(
    async (access: BatchAccess) => {
      // First of all in the click, as browsers want it.
      const isAllowed = await requestAccess(access).catch(() => false);
      if (!isAllowed) return setState({ status: 'declined', access });
      heldRef.current = access;
      setState({ status: 'loading', access });
      return setState(await list(access));
    },
    [requestAccess, list],
  );

  const close = useCallback(() => {
    release();
    setState({ status: 'rest' });
  }, [release]);

  return { state, open, close };
}
