import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ok } from '../../lib/contract/result.ts';
import type { FactView, NoteDraft, WritingPlace } from '../../lib/notes/model.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { type Bridge, useAppEvents, useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import { useOnLeave } from '../app/use-query.ts';

export type SavedDraft = { kind: 'note'; item: OutboxView } | { kind: 'fact'; fact: FactView };

type DraftToSave = { draft: NoteDraft; memoryId: string };

/** Saves a draft. Safe to repeat for the same draft. */
export function useSaveDraft(place: WritingPlace) {
  return useCommand<DraftToSave, SavedDraft>(async ({ ask }, { draft, memoryId }) => {
    const order = { id: draft.id, place, content: draft.content, memoryId };
    if (draft.isFact) {
      const added = await ask('facts.add', order);
      return added.ok ? ok({ kind: 'fact', fact: added.value }) : added;
    }
    const saved = await ask('notes.save', order);
    return saved.ok ? ok({ kind: 'note', item: saved.value }) : saved;
  });
}

export type DraftHook = ReturnType<typeof useNoteDraft>;

const typingPauseMs = 200;

/**
 * Edits a draft, which is stored on this device while typing. Text typed before the stored draft has loaded is appended
 * to it. `isFact` is the kind of a new draft.
 */
export function useNoteDraft(place: WritingPlace, isFact = false) {
  const bridge = useBridge();
  const newDraft = (): NoteDraft => ({ id: bridge.newId(), content: '', isFact });
  const [draft, setDraft] = useState(newDraft);
  const [isLoading, setIsLoading] = useState(true);
  const { storeSoon, drop } = useStoring(bridge, place);

  const onLoaded = useEffectEvent((stored: NoteDraft | null) => {
    const contents = [stored?.content ?? '', draft.content].filter((content) => content !== '');
    const loaded = { ...(stored ?? draft), content: contents.join('\n') };
    setDraft(loaded);
    setIsLoading(false);
    if (draft.content !== '') storeSoon(loaded);
  });
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const stored = await bridge.ask('notes.draft', { place });
      if (wanted) onLoaded(stored.ok ? stored.value : null);
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [bridge, place]);

  const change = (changes: Partial<Omit<NoteDraft, 'id'>>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    // Must not replace the stored draft before it's loaded.
    if (!isLoading) storeSoon(next);
  };

  const startOver = () => {
    drop();
    setDraft(newDraft());
  };

  return { draft, isLoading, change, startOver };
}

/** Stores the latest draft after a pause, and immediately when the surface closes. */
function useStoring({ ask }: Bridge, place: WritingPlace) {
  const unstoredRef = useRef<NoteDraft | null>(null);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);

  const drop = () => {
    clearTimeout(timerRef.current);
    unstoredRef.current = null;
  };
  const store = () => {
    const draft = unstoredRef.current;
    drop();
    if (draft !== null) void ask('notes.save-draft', { place, draft });
  };
  const storeSoon = (draft: NoteDraft) => {
    clearTimeout(timerRef.current);
    unstoredRef.current = draft;
    timerRef.current = setTimeout(store, typingPauseMs);
  };

  // A page that closes because everything was deleted must not store its draft again.
  useAppEvents(({ event }) => {
    if (event === 'everything.forgotten') drop();
  });
  useOnLeave(store);

  return { storeSoon, drop };
}
