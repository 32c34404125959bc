import { type RefObject, useCallback, useEffect, useReducer, useState } from 'react';
import type { FactView } from '../../lib/notes/model.ts';
import { Trouble } from '../ui/trouble.tsx';
import { type FactAction, noteWords, factRowView, type FactRowView } from './note-view.ts';
import './fact-rows.css';
import { CircleAlert, Clock, UserRoundCheck, X } from 'lucide-react';
import { useNow } from '../app/use-now.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Spinner } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { useBridge } from '../app/bridge.ts';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import { withCurrentName } from '../../lib/connections/model.ts';

type StandingFactsProps = {
  /** Something else is being written, in whose place no fact can be edited. */
  isWriting: boolean;
  /** Shows the profile as it is now. */
  onLook: () => void;
  /** Receives the text of a fact the person wants to edit; the fact is no longer queued then. */
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

type FactRowsProps = {
  facts: readonly FactView[];
  /** What is not offered here: nothing is edited while something else is being written. */
  without: ReadonlySet<FactAction>;
  onAct: (action: FactAction, fact: FactView) => void;
};

/** The standing facts on their way to the profile: what each waits for, and what can be done about it. */
function FactRows({ facts, without, onAct }: FactRowsProps) {
  const isUnderWay = facts.some(({ state }) => state.status === 'under-way');
  const now = useNow(isUnderWay ? 1_000 : null);
  const last = facts.at(-1);
  return (
    <>
      {facts.length === 0 ? null : (
        <ul className="fact-rows" aria-label={t('note_facts_list')}>
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              view={factRowView(fact, now)}
              without={without}
              onAct={onAct}
            />
          ))}
        </ul>
      )}
      <LiveRegion words={last === undefined ? '' : spoken(last)} />
    </>
  );
}

type FactRowProps = Pick<FactRowsProps, 'without' | 'onAct'> & {
  fact: FactView;
  view: FactRowView;
};

function FactRow({ fact, view, without, onAct }: FactRowProps) {
  const { tone, state, elapsed, detail, quote, actions } = view;
  return (
    <li className="fact-row" data-fact={fact.id} data-tone={tone}>
      <span className="fact-row-icon">
        <ToneIcon tone={tone} />
      </span>
      <div className="fact-row-body">
        <p className="fact-row-words" dir="auto">
          {fact.opening}
        </p>
        <p className="fact-row-state">
          <span>
            {state}
            {elapsed === null ? null : <span className="fact-row-time"> {elapsed}</span>}
          </span>
          <MemoryChip name={fact.container.name} />
        </p>
        {detail === null ? null : <p className="fact-row-detail">{detail}</p>}
        {quote === null ? null : (
          <q className="fact-row-detail" dir="auto">
            {quote}
          </q>
        )}
        <div className="fact-row-actions">
          {actions
            .filter((action) => action !== 'dismiss' && !without.has(action))
            .map((action) => (
              <Button
                key={action}
                size="small"
                look="quiet"
                data-act={action}
                aria-label={t('note_facts_of', { action: actionWords[action], fact: fact.opening })}
                onClick={() => onAct(action, fact)}
              >
                {actionWords[action]}
              </Button>
            ))}
        </div>
      </div>
      {actions.includes('dismiss') ? (
        <IconButton
          label={noteWords.facts.of(t('note_facts_dismiss'), fact.opening)}
          data-act="dismiss"
          onClick={() => onAct('dismiss', fact)}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}

const actionWords: Record<FactAction, string> = {
  'give-up': t('note_facts_giveUp'),
  look: t('note_facts_look'),
  again: t('note_facts_again'),
  edit: t('note_facts_edit'),
  discard: t('note_facts_discard'),
  dismiss: t('note_facts_dismiss'),
};

/** Without the seconds, which would be spoken each time they change. */
function spoken(fact: FactView): string {
  return t('note_facts_said', { state: factRowView(fact, 0).state, fact: fact.opening });
}

function ToneIcon({ tone }: { tone: FactRowView['tone'] }) {
  if (tone === 'busy') return <Spinner />;
  const Icon = { wait: Clock, bad: CircleAlert, good: UserRoundCheck }[tone];
  return <Icon size={16} aria-hidden="true" />;
}

type FactsHook = {
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
function useFacts(): FactsHook {
  const { ask, onEvent } = useBridge();
  const [{ facts }, dispatch] = useReducer(factsReducer, factsAtFirst);
  const [error, setError] = useState<AppError | null>(null);

  useEffect(() => {
    const stop = onEvent((event) => dispatch({ type: 'heard', event }));
    const list = async () => {
      const listed = await ask('facts.list', {});
      // Without an answer none is shown: they are kept, and the surface is there for something else.
      if (listed.ok) dispatch({ type: 'listed', facts: listed.value.facts });
    };
    void list();
    return stop;
  }, [ask, onEvent]);

  const again = useCallback(
    async (id: string) => {
      const begun = await ask('facts.again', { id });
      setError(begun.ok ? null : begun.error);
      if (begun.ok) {
        dispatch({ type: 'heard', event: { event: 'facts.changed', fact: begun.value } });
      }
    },
    [ask],
  );
  const giveUp = useCallback((id: string) => void ask('facts.give-up', { id }), [ask]);
  const takeBack = useCallback(
    async (id: string) => {
      const taken = await ask('facts.take-back', { id });
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

type FactsState = {
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
      return withoutFact(state, action.id);
    case 'heard':
      return afterEvent(state, action.event);
  }
}

function afterEvent(state: FactsState, event: AppEvent): FactsState {
  switch (event.event) {
    case 'facts.changed': {
      const others = state.facts.filter(({ id }) => id !== event.fact.id);
      return { ...state, facts: inOrder([...others, event.fact]) };
    }
    case 'facts.removed':
      return withoutFact(state, event.id);
    case 'call.waiting': {
      const { callId, wait } = event;
      if (!state.facts.some(({ id }) => id === callId)) return state;
      const facts = state.facts.map((fact) => (fact.id === callId ? { ...fact, wait } : fact));
      return { ...state, facts };
    }
    case 'connection.status-changed':
      return { ...state, facts: inHome(state.facts, event.connection) };
    default:
      return state;
  }
}

/** One that arrived in a Memory which is there no longer is in no profile any more. */
function inHome(
  facts: readonly FactView[],
  { connectionId, memories }: ConnectionStatus,
): readonly FactView[] {
  const isThere = ({ container, state }: FactView) =>
    state.status !== 'kept' || memories.some(({ id }) => id === container.id);
  return facts.flatMap((fact) => {
    if (fact.connectionId !== connectionId) return [fact];
    return isThere(fact) ? [withCurrentName(fact, memories)] : [];
  });
}

function withoutFact({ facts, gone }: FactsState, id: string): FactsState {
  return { facts: facts.filter((fact) => fact.id !== id), gone: new Set([...gone, id]) };
}

function inOrder(facts: readonly FactView[]): readonly FactView[] {
  return facts.toSorted((a, b) => a.createdAt - b.createdAt);
}
