import type { RefObject } from 'react';
import type { FactView } from '../../lib/contracts/notes.ts';
import { useFacts } from '../hooks/use-facts.ts';
import { Trouble } from '../ui/trouble.tsx';
import { FactRows } from './fact-rows.tsx';
import type { FactAction } from './note-view.ts';

export type StandingFactsProps = {
  /** Something else is being written, in whose place no fact can be edited. */
  isWriting: boolean;
  /** Shows the profile as it is now. */
  onLook: () => void;
  /** Takes up the words of one that is to be edited; it is no longer on its way then. */
  onEdit: (content: string) => void;
  /** What comes into focus when a row went by its own button. */
  restRef: Readonly<RefObject<HTMLElement | null>>;
};

/** The standing facts on their way to the profile, with what the person may do about those that rest. */
export function StandingFacts({ isWriting, onLook, onEdit, restRef }: StandingFactsProps) {
  const { facts, error, again, giveUp, takeBack, dismiss } = useFacts();

  const act = (action: FactAction, { id }: FactView) => {
    if (action === 'look') return onLook();
    if (action === 'again') again(id);
    else if (action === 'give-up') giveUp(id);
    else if (action === 'dismiss') dismiss(id);
    else void leave(id, action === 'edit');
    restRef.current?.focus();
  };
  const leave = async (id: string, isToBeEdited: boolean) => {
    const content = await takeBack(id);
    if (content !== null && isToBeEdited) onEdit(content);
  };
  return (
    <>
      <FactRows facts={facts} without={isWriting ? editing : nothing} onAct={act} />
      {error === null ? null : <Trouble error={error} />}
    </>
  );
}

const nothing: ReadonlySet<FactAction> = new Set();
const editing: ReadonlySet<FactAction> = new Set(['edit']);
