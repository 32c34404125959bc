import { useCallback, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { useBridge } from '../app/bridge.ts';

export type Noting =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError }
  /** `previewId`: the saved selection, so that a new selection is offered again. */
  | { status: 'kept'; previewId: string; memory: string };

export type NoteOrder = {
  previewId: string;
  memory: MemoryChoice;
  comment: string;
  withSource: boolean;
  /** Save it although the same text was saved before. */
  again: boolean;
};

export type NotingHook = { noting: Noting; keep: (order: NoteOrder) => Promise<void> };

export function useNoting(hear: (event: AppEvent) => void): NotingHook {
  const { ask, newId } = useBridge();
  const [noting, setNoting] = useState<Noting>({ status: 'rest' });
  const unansweredRef = useRef<{ id: string; memoryId: string } | null>(null);

  const keep = useCallback(
    async ({ previewId, memory, comment, ...wish }: NoteOrder) => {
      // A retry after a failure must not create a second note.
      const earlier = unansweredRef.current;
      const id = earlier !== null && earlier.memoryId === memory.id ? earlier.id : newId();
      unansweredRef.current = { id, memoryId: memory.id };
      setNoting({ status: 'working' });
      const own = comment.trim() === '' ? null : comment;
      const order = { id, previewId, memoryId: memory.id, comment: own, ...wish };
      const kept = await ask('selection.save', order);
      if (!kept.ok) return setNoting({ status: 'failed', error: kept.error });
      unansweredRef.current = null;
      hear({ event: 'outbox.changed', item: kept.value });
      return setNoting({ status: 'kept', previewId, memory: memory.name });
    },
    [ask, newId, hear],
  );

  return { noting, keep };
}
