import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';

export type QuestionsHook = {
  /** Those of which something was asked that is not answered yet. */
  working: ReadonlySet<string>;
  /** Why the last thing asked of one could not even be asked. */
  troubles: ReadonlyMap<string, AppError>;
  /** Marks one as worked on until the question is answered. */
  during: (id: string, question: () => Promise<Result<unknown, AppError>>) => Promise<void>;
};

/** Of which rows something is being asked, and which of these questions failed. */
export function useQuestions(): QuestionsHook {
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());
  const [troubles, setTroubles] = useState<ReadonlyMap<string, AppError>>(new Map());
  const during = useCallback<QuestionsHook['during']>(async (id, question) => {
    setWorking((before) => new Set([...before, id]));
    const answer = await question();
    setWorking((before) => new Set([...before].filter((one) => one !== id)));
    setTroubles((before) => {
      const others = [...before].filter(([one]) => one !== id);
      return new Map(answer.ok ? others : [...others, [id, answer.error]]);
    });
  }, []);
  return { working, troubles, during };
}
