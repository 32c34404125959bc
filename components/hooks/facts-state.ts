/** The standing facts that a surface shows: those on their way or at rest, and those that arrived meanwhile. Pure. */
import type { AppEvent, HomeStatus } from '../../lib/contracts/messages.ts';
import type { FactView } from '../../lib/contracts/notes.ts';
import { withNameIn } from '../../lib/core/connections/memory-names.ts';

export type FactsState = {
  /** Oldest first. */
  facts: readonly FactView[];
  /** Those gone before the list came, which may still name them. */
  gone: ReadonlySet<string>;
};

export type FactsAction =
  | { type: 'listed'; facts: readonly FactView[] }
  | { type: 'heard'; event: AppEvent }
  /** One that arrived was seen to have. */
  | { type: 'dismissed'; id: string };

export const factsAtFirst: FactsState = { facts: [], gone: new Set() };

/** Gives the facts after an action. */
export function factsReducer(state: FactsState, action: FactsAction): FactsState {
  switch (action.type) {
    case 'listed': {
      // What was told while the list was on its way is newer than the list.
      const heard = new Map(state.facts.map((fact) => [fact.id, fact]));
      const listed = action.facts.filter(({ id }) => !heard.has(id) && !state.gone.has(id));
      return { ...state, facts: inOrder([...listed, ...state.facts]) };
    }
    case 'dismissed':
      return without(state, action.id);
    case 'heard':
      return afterEvent(state, action.event);
  }
}

function afterEvent(state: FactsState, event: AppEvent): FactsState {
  switch (event.event) {
    case 'fact.changed': {
      const others = state.facts.filter(({ id }) => id !== event.fact.id);
      return { ...state, facts: inOrder([...others, event.fact]) };
    }
    case 'fact.removed':
      return without(state, event.id);
    case 'call.waiting': {
      const { callId, wait } = event;
      if (!state.facts.some(({ id }) => id === callId)) return state;
      const facts = state.facts.map((fact) => (fact.id === callId ? { ...fact, wait } : fact));
      return { ...state, facts };
    }
    case 'home.changed':
      return { ...state, facts: inHome(state.facts, event.home) };
    default:
      return state;
  }
}

/** One that arrived in a Memory which is there no longer is in no profile any more. */
function inHome(
  facts: readonly FactView[],
  { connectionId, memories }: HomeStatus,
): readonly FactView[] {
  const isThere = ({ container, state }: FactView) =>
    state.status !== 'kept' || memories.some(({ id }) => id === container.id);
  return facts.flatMap((fact) => {
    if (fact.connectionId !== connectionId) return [fact];
    return isThere(fact) ? [withNameIn(fact, memories)] : [];
  });
}

function without({ facts, gone }: FactsState, id: string): FactsState {
  return { facts: facts.filter((fact) => fact.id !== id), gone: new Set([...gone, id]) };
}

function inOrder(facts: readonly FactView[]): readonly FactView[] {
  return facts.toSorted((a, b) => a.createdAt - b.createdAt);
}
