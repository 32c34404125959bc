import './fact-rows.css';
import { CircleAlert, Clock, UserRoundCheck, X } from 'lucide-react';
import type { FactView } from '../../lib/contracts/notes.ts';
import { useNow } from '../hooks/use-now.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { noteWords } from '../words/note.ts';
import { type FactAction, factRowView, type FactRowView } from './note-view.ts';

const words = noteWords.facts;

export type FactRowsProps = {
  facts: readonly FactView[];
  /** What is not offered here: nothing is edited while something else is being written. */
  without: ReadonlySet<FactAction>;
  onAct: (action: FactAction, fact: FactView) => void;
};

/** The standing facts on their way to the profile: what each waits for, and what can be done about it. */
export function FactRows({ facts, without, onAct }: FactRowsProps) {
  const isUnderWay = facts.some(({ state }) => state.status === 'under-way');
  const now = useNow(isUnderWay ? 1_000 : null);
  const last = facts.at(-1);
  return (
    <>
      {facts.length === 0 ? null : (
        <ul className="fact-rows" aria-label={words.list}>
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
                aria-label={words.of(actionWords[action], fact.opening)}
                onClick={() => onAct(action, fact)}
              >
                {actionWords[action]}
              </Button>
            ))}
        </div>
      </div>
      {actions.includes('dismiss') ? (
        <IconButton
          label={words.of(words.dismiss, fact.opening)}
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
  'give-up': words.giveUp,
  look: words.look,
  again: words.again,
  edit: words.edit,
  discard: words.discard,
  dismiss: words.dismiss,
};

/** Without the seconds, which would be spoken each time they change. */
function spoken(fact: FactView): string {
  return words.said(factRowView(fact, 0).state, fact.opening);
}

function ToneIcon({ tone }: { tone: FactRowView['tone'] }) {
  if (tone === 'busy') return <Spinner />;
  const Icon = { wait: Clock, bad: CircleAlert, good: UserRoundCheck }[tone];
  return <Icon size={16} aria-hidden="true" />;
}
