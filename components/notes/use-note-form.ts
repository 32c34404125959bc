import { useCallback, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { useBridge } from '../app/bridge.ts';

export type NoteSaving =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError }
  /** `previewId`: the saved selection, so that a new selection is offered again. */
  | { status: 'saved'; previewId: string; memory: string };

type NoteOrder = {
  previewId: string;
  memory: MemoryChoice;
  comment: string;
  withSource: boolean;
  /** Save it although the same text was saved before. */
  again: boolean;
};

export function useNoteSaving(hear: (event: AppEvent) => void) {
  const { ask, newId } = useBridge();
  const [noteSaving, setNoteSaving] = useState<NoteSaving>({ status: 'rest' });
  const unansweredRef = useRef<{ id: string; memoryId: string } | null>(null);

  const save = useCallback(
    async ({ previewId, memory, comment, ...options }: NoteOrder) => {
      // A retry after a failure must not create a second note.
      const earlier = unansweredRef.current;
      const id = earlier !== null && earlier.memoryId === memory.id ? earlier.id : newId();
      unansweredRef.current = { id, memoryId: memory.id };
      setNoteSaving({ status: 'working' });
      const own = comment.trim() === '' ? null : comment;
      const order = { id, previewId, memoryId: memory.id, comment: own, ...options };
      const saved = await ask('selection.save', order);
      if (!saved.ok) return setNoteSaving({ status: 'failed', error: saved.error });
      unansweredRef.current = null;
      hear({ event: 'outbox.changed', item: saved.value });
      return setNoteSaving({ status: 'saved', previewId, memory: memory.name });
    },
    [ask, newId, hear],
  );

  return { noteSaving, save };
}
