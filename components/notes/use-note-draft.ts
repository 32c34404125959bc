import { useCallback, useEffect, useRef, useState } from 'react';
import type { NoteDraft, WritingPlace } from '../../lib/notes/model.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';

export type DraftHook = {
  /** Null until it is known what was written before. */
  draft: NoteDraft | null;
  change: (changes: Partial<Omit<NoteDraft, 'id'>>) => void;
  /** Begins an empty one, its words having been handed over. */
  beginAnew: () => void;
};

/** How long typing goes on before it is written down, in milliseconds. */
const keepAfterMs = 200;

/** What is being written in a place, kept on this device as it is typed; `isFact` is what an empty one is meant as. */
export function useNoteDraft(place: WritingPlace, isFact = false): DraftHook {
  const bridge = useBridge();
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const { keepSoon, drop } = useKeeping(bridge, place);

  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const answer = await bridge.ask('notes.draft', { place });
      if (!wanted) return;
      const kept = answer.ok ? answer.value : null;
      setDraft(kept ?? { id: bridge.newId(), content: '', isFact });
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [bridge, place, isFact]);

  const change = useCallback<DraftHook['change']>(
    (changes) => {
      if (draft === null) return;
      const next = { ...draft, ...changes };
      setDraft(next);
      keepSoon(next);
    },
    [draft, keepSoon],
  );

  const beginAnew = useCallback(() => {
    drop();
    setDraft({ id: bridge.newId(), content: '', isFact });
  }, [bridge, drop, isFact]);

  return { draft, change, beginAnew };
}

/** Writes the latest down after a pause, and at once where the surface goes. */
function useKeeping(bridge: Bridge, place: WritingPlace) {
  const unkeptRef = useRef<NoteDraft | null>(null);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);

  const drop = useCallback(() => {
    clearTimeout(timerRef.current);
    unkeptRef.current = null;
  }, []);
  const keep = useCallback(() => {
    const draft = unkeptRef.current;
    drop();
    if (draft !== null) void bridge.ask('notes.save-draft', { place, draft });
  }, [bridge, place, drop]);
  const keepSoon = useCallback(
    (draft: NoteDraft) => {
      clearTimeout(timerRef.current);
      unkeptRef.current = draft;
      timerRef.current = setTimeout(keep, keepAfterMs);
    },
    [keep],
  );

  useEffect(() => {
    // What was forgotten with everything else is not written down again by a page that goes because of it.
    const stop = bridge.onEvent(({ event }) => {
      if (event === 'everything.forgotten') drop();
    });
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [bridge, drop, keep]);

  return { keepSoon, drop };
}
