import { useCallback, useEffect, useReducer, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { FactView } from '../../lib/contracts/notes.ts';
import { useBridge } from './bridge.ts';
import { factsAtFirst, factsReducer } from './facts-state.ts';

export type FactsHook = {
  /** Oldest first. */
  facts: readonly FactView[];
  /** Why the last word could not be carried out. */
  error: AppError | null;
  again: (id: string) => void;
  giveUp: (id: string) => void;
  /** Forgets one that rests and gives its words; null where it is under way again. */
  takeBack: (id: string) => Promise<string | null>;
  dismiss: (id: string) => void;
};

/** The standing facts on their way to the profile, and what can be done about those that rest. */
export function useFacts(): FactsHook {
  const { ask, onEvent } = useBridge();
  const [{ facts }, dispatch] = useReducer(factsReducer, factsAtFirst);
  const [error, setError] = useState<AppError | null>(null);

  useEffect(() => {
    const stop = onEvent((event) => dispatch({ type: 'heard', event }));
    const list = async () => {
      const listed = await ask('fact.list', {});
      // Without an answer none is shown: they are kept, and the surface is there for something else.
      if (listed.ok) dispatch({ type: 'listed', facts: listed.value.facts });
    };
    void list();
    return stop;
  }, [ask, onEvent]);

  const again = useCallback(
    async (id: string) => {
      const begun = await ask('fact.again', { id });
      setError(begun.ok ? null : begun.error);
      if (begun.ok) {
        dispatch({ type: 'heard', event: { event: 'fact.changed', fact: begun.value } });
      }
    },
    [ask],
  );
  const giveUp = useCallback((id: string) => void ask('fact.give-up', { id }), [ask]);
  const takeBack = useCallback(
    async (id: string) => {
      const taken = await ask('fact.take-back', { id });
      setError(taken.ok ? null : taken.error);
      if (!taken.ok) return null;
      if (taken.value.content !== null) dispatch({ type: 'dismissed', id });
      return taken.value.content;
    },
    [ask],
  );
  const dismiss = useCallback((id: string) => dispatch({ type: 'dismissed', id }), []);

  return { facts, error, again: (id) => void again(id), giveUp, takeBack, dismiss };
}
