import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { FactView, NoteDraft, WritingPlace } from '../../lib/notes/model.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useBridge } from './bridge.ts';

/** What became of a note or fact. */
export type Written = { kind: 'note'; item: OutboxView } | { kind: 'fact'; fact: FactView };

export type Handing =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError };

export type WritingHook = {
  handing: Handing;
  /** Saves a draft; null if that failed, with the error in `handing`. Safe to repeat for one draft. */
  handOver: (draft: NoteDraft, memoryId: string) => Promise<Written | null>;
  /** Clears the last error. */
  calm: () => void;
};

/** Saves what was written, as a note or as a fact. */
export function useWriting(place: WritingPlace): WritingHook {
  const { ask } = useBridge();
  const [handing, setHanding] = useState<Handing>({ status: 'rest' });

  const handOver = useCallback<WritingHook['handOver']>(
    async ({ id, content, isFact }, memoryId) => {
      setHanding({ status: 'working' });
      const order = { id, place, content, memoryId };
      const written = isFact ? await ask('facts.add', order) : await ask('notes.save', order);
      if (!written.ok) {
        setHanding({ status: 'failed', error: written.error });
        return null;
      }
      setHanding({ status: 'rest' });
      return 'opening' in written.value && 'wait' in written.value
        ? { kind: 'fact', fact: written.value }
        : { kind: 'note', item: written.value };
    },
    [ask, place],
  );

  const calm = useCallback(() => setHanding({ status: 'rest' }), []);
  return { handing, handOver, calm };
}
