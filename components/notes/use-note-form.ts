import { useRef } from 'react';
import { ok } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { type CommandState, useCommand } from '../app/use-command.ts';

/** `previewId` identifies the saved selection, so that a new selection is offered again. */
type SavedSelection = { previewId: string; memory: string };

export type NoteSaving = CommandState<SavedSelection>;

type NoteOrder = {
  previewId: string;
  memory: MemoryChoice;
  comment: string;
  withSource: boolean;
  /** Whether to save it even if the same text was saved before. */
  again: boolean;
};

export function useNoteSaving(hear: (event: AppEvent) => void) {
  const unansweredRef = useRef<{ id: string; memoryId: string } | null>(null);
  return useCommand<NoteOrder, SavedSelection>(
    async ({ ask, newId }, { previewId, memory, comment, ...options }) => {
      // A retry after a failure must not create a second note.
      const earlier = unansweredRef.current;
      const id = earlier?.memoryId === memory.id ? earlier.id : newId();
      unansweredRef.current = { id, memoryId: memory.id };
      const own = comment.trim() === '' ? null : comment;
      const order = { id, previewId, memoryId: memory.id, comment: own, ...options };
      const saved = await ask('selection.save', order);
      if (!saved.ok) return saved;
      unansweredRef.current = null;
      hear({ event: 'outbox.changed', item: saved.value });
      return ok({ previewId, memory: memory.name });
    },
  );
}
