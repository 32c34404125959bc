import './pending-facts.css';
import { CircleAlert, Clock, UserRoundCheck, X } from 'lucide-react';
import { type RefObject, useEffect, useReducer, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { withCurrentName } from '../../lib/connections/model.ts';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import { seconds } from '../../lib/i18n/time.ts';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { FactView } from '../../lib/notes/model.ts';
import { useAppEvents, useBridge } from '../app/bridge.ts';
import { waitNext, waitReason } from '../app/call-wait.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { useNow } from '../app/use-now.ts';
import { IconButton, QuietButton, Spinner } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Quote } from '../ui/quote.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

type PendingFactsProps = {
  /** Whether something else is being edited, which prevents editing facts. */
  isWriting: boolean;
  onOpenProfile: () => void;
  /** Receives the text of a fact to edit, which is removed from the queue. */
  onEdit: (content: string) => void;
  /** Gets focus when a button removes the row that contains it. */
  restRef: Readonly<RefObject<HTMLElement | null>>;
};

export function PendingFacts({ isWriting, onOpenProfile, onEdit, restRef }: PendingFactsProps) {
  const { ask } = useBridge();
  const [{ facts }, dispatch] = useReducer(factsReducer, factsAtFirst);
  const [error, setError] = useState<AppError | null>(null);
  const isSending = facts.some(({ state }) => state.status === 'under-way');
  const now = useNow(isSending ? 1_000 : null);
  const last = facts.at(-1);

  useAppEvents((event) => dispatch({ type: 'heard', event }));
  useEffect(() => {
    const list = async () => {
      const listed = await ask('facts.list', {});
      if (listed.ok) dispatch({ type: 'listed', facts: listed.value.facts });
    };
    void list();
  }, [ask]);

  const sendAgain = async (id: string) => {
    const sent = await ask('facts.again', { id });
    setError(sent.ok ? null : sent.error);
    if (sent.ok) dispatch({ type: 'heard', event: { event: 'facts.changed', fact: sent.value } });
  };
  const takeBack = async (id: string, then?: (content: string) => void) => {
    const taken = await ask('facts.take-back', { id });
    setError(taken.ok ? null : taken.error);
    if (!taken.ok || taken.value.content === null) return;
    dispatch({ type: 'dismissed', id });
    then?.(taken.value.content);
  };
  const act = (action: FactAction, id: string) => {
    if (action === 'look') return onOpenProfile();
    if (action === 'again') void sendAgain(id);
    else if (action === 'give-up') void ask('facts.give-up', { id });
    else if (action === 'dismiss') dispatch({ type: 'dismissed', id });
    else void takeBack(id, action === 'edit' ? onEdit : undefined);
    restRef.current?.focus();
  };
  return (
    <>
      {facts.length === 0 ? null : (
        <ul className="fact-rows" aria-label={t('note_facts_list')}>
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              now={now}
              canEdit={!isWriting}
              onAct={(action) => act(action, fact.id)}
            />
          ))}
        </ul>
      )}
      {/* Leaves out the seconds, which would be announced on every change. */}
      <LiveRegion words={last === undefined ? '' : labelOf(factRowView(last, 0).state, last)} />
      {error === null ? null : <ErrorAlert error={error} />}
    </>
  );
}

type FactRowProps = {
  fact: FactView;
  now: number;
  canEdit: boolean;
  onAct: (action: FactAction) => void;
};

function FactRow({ fact, now, canEdit, onAct }: FactRowProps) {
  const { tone, state, elapsed, detail, quote, actions } = factRowView(fact, now);
  const Icon = { busy: Spinner, wait: Clock, bad: CircleAlert, good: UserRoundCheck }[tone];
  return (
    <li className="fact-row" data-fact={fact.id} data-tone={tone}>
      <span className="fact-row-icon">
        <Icon size={16} />
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
        {quote === null ? null : <Quote className="fact-row-detail" words={quote} />}
        <div className="fact-row-actions">
          {actions
            .filter((action) => action !== 'dismiss' && (canEdit || action !== 'edit'))
            .map((action) => (
              <QuietButton
                key={action}
                data-act={action}
                aria-label={labelOf(actionLabels[action], fact)}
                onClick={() => onAct(action)}
              >
                {actionLabels[action]}
              </QuietButton>
            ))}
        </div>
      </div>
      {actions.includes('dismiss') ? (
        <IconButton
          Icon={X}
          label={labelOf(actionLabels.dismiss, fact)}
          data-act="dismiss"
          onClick={() => onAct('dismiss')}
        />
      ) : null}
    </li>
  );
}

type FactAction = 'give-up' | 'look' | 'again' | 'edit' | 'discard' | 'dismiss';

const actionLabels: Record<FactAction, string> = {
  'give-up': t('common_cancel'),
  look: t('note_facts_look'),
  again: t('common_retry'),
  edit: t('common_edit'),
  discard: t('common_discard'),
  dismiss: t('common_close'),
};

function labelOf(action: string, { opening }: FactView): string {
  return t('note_facts_of', { action, fact: opening });
}

type FactRowView = {
  tone: 'busy' | 'wait' | 'bad' | 'good';
  state: string;
  detail: string | null;
  /** Null unless adding the fact is slow. */
  elapsed: string | null;
  quote: string | null;
  actions: readonly FactAction[];
};

const slowAfterS = 3;

/** Describes a fact that is being added. `now` is in milliseconds since the epoch. */
export function factRowView({ state, wait }: FactView, now: number): FactRowView {
  const plain = { tone: 'wait', detail: null, elapsed: null, quote: null } as const;
  const retries = ['again', 'edit', 'discard'] as const;
  switch (state.status) {
    case 'under-way': {
      const passed = Math.floor((now - state.since) / 1_000);
      const elapsed = passed < slowAfterS ? null : seconds(passed);
      if (wait === null) {
        return { ...plain, tone: 'busy', state: t('note_adding'), elapsed, actions: [] };
      }
      const detail = sentences(waitReason(wait), waitNext(wait, now) ?? '');
      return { ...plain, state: t('ask_waiting_title'), detail, elapsed, actions: ['give-up'] };
    }
    case 'kept':
      return { ...plain, tone: 'good', state: t('note_facts_added'), actions: ['dismiss'] };
    case 'stopped':
      return { ...plain, state: t('note_facts_stopped'), actions: retries };
    case 'unknown':
      return {
        ...plain,
        state: t('note_facts_unknown'),
        detail: t('note_facts_unknownText'),
        actions: ['look', ...retries],
      };
    case 'refused': {
      const { title, next, quote } = errorWords(state.error);
      return { ...plain, tone: 'bad', state: title, detail: next, quote, actions: retries };
    }
  }
}

type FactsState = {
  facts: readonly FactView[];
  /** Ids of facts removed before the list arrived, which may still contain them. */
  gone: ReadonlySet<string>;
};

export type FactsAction =
  | { type: 'listed'; facts: readonly FactView[] }
  | { type: 'heard'; event: AppEvent }
  | { type: 'dismissed'; id: string };

export const factsAtFirst: FactsState = { facts: [], gone: new Set() };

export function factsReducer(state: FactsState, action: FactsAction): FactsState {
  switch (action.type) {
    case 'listed': {
      // Events that arrived before the list are newer.
      const heard = new Set(state.facts.map(({ id }) => id));
      const listed = action.facts.filter(({ id }) => !heard.has(id) && !state.gone.has(id));
      return { ...state, facts: oldestFirst([...listed, ...state.facts]) };
    }
    case 'dismissed':
      return without(state, action.id);
    case 'heard':
      return afterEvent(state, action.event);
  }
}

function afterEvent(state: FactsState, event: AppEvent): FactsState {
  const { facts } = state;
  switch (event.event) {
    case 'facts.changed': {
      const others = facts.filter(({ id }) => id !== event.fact.id);
      return { ...state, facts: oldestFirst([...others, event.fact]) };
    }
    case 'facts.removed':
      return without(state, event.id);
    case 'call.waiting': {
      const { callId, wait } = event;
      if (!facts.some(({ id }) => id === callId)) return state;
      const changed = facts.map((fact) => (fact.id === callId ? { ...fact, wait } : fact));
      return { ...state, facts: changed };
    }
    case 'connection.status-changed':
      return { ...state, facts: facts.flatMap((fact) => factIn(fact, event.connection)) };
    default:
      return state;
  }
}

function factIn(fact: FactView, { connectionId, memories }: ConnectionStatus): FactView[] {
  if (fact.connectionId !== connectionId) return [fact];
  const isGone =
    fact.state.status === 'kept' && !memories.some(({ id }) => id === fact.container.id);
  return isGone ? [] : [withCurrentName(fact, memories)];
}

function without({ facts, gone }: FactsState, id: string): FactsState {
  return { facts: facts.filter((fact) => fact.id !== id), gone: new Set([...gone, id]) };
}

function oldestFirst(facts: readonly FactView[]): readonly FactView[] {
  return facts.toSorted((a, b) => a.createdAt - b.createdAt);
}
