import './batch-chooser.css';
import { useMemo, useState } from 'react';
import type { TabChoice } from '../../lib/contracts/batches.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { useBridge } from '../hooks/bridge.ts';
import type { BatchesHook } from '../hooks/use-batches.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { batchWords } from '../words/batch.ts';
import { BatchFoot } from './batch-foot.tsx';
import { BatchTarget, targetOf } from './batch-target.tsx';
import {
  canBeChosen,
  checkedAtFirst,
  filteredFrom,
  filteredTabs,
  originsToAsk,
  startOfTabs,
} from './batch-view.ts';
import { TabList } from './tab-list.tsx';

export type TabChooserProps = {
  tabs: readonly TabChoice[];
  home: HomeStatus;
  batches: BatchesHook;
  onPick: (memoryId: string) => void;
  onDone: () => void;
};

type Try =
  | { status: 'rest' }
  | { status: 'working' }
  /** The person did not let the pages be read. */
  | { status: 'declined' }
  | { status: 'failed'; error: AppError };

/** Chooses among the tabs of the window, and begins. */
export function TabChooser({ tabs, home, batches, onPick, onDone }: TabChooserProps) {
  const { borrowOrigins } = useBridge();
  const [checked, setChecked] = useState(() => checkedAtFirst(tabs));
  const [words, setWords] = useState('');
  const [trial, setTrial] = useState<Try>({ status: 'rest' });
  const shown = useMemo(() => filteredTabs(tabs, words), [tabs, words]);
  const chosen = tabs.filter(({ tabId }) => checked.has(tabId));
  const hidden = chosen.filter((tab) => !shown.includes(tab)).length;
  const isNothingShown = !shown.some(canBeChosen);
  const isReadHere = home.kind === 'device';
  const origins = originsToAsk(chosen, { isReadHere });
  const asleep = chosen.filter(({ isAsleep }) => isAsleep).length;
  const memory = targetOf(home);
  const { choose } = batchWords;

  if (!tabs.some(canBeChosen) || memory === null) {
    return <Notice tone="plain" title={choose.noTabs.title} text={choose.noTabs.text} />;
  }
  const start = async (as: 'pages' | 'addresses') => {
    // First of all in the click, as browsers want it.
    const isAsked = as === 'pages' && origins.length > 0;
    const borrowed = isAsked ? await borrowOrigins(origins).catch(() => null) : [];
    if (borrowed === null) return setTrial({ status: 'declined' });
    setTrial({ status: 'working' });
    const started = await batches.start(memory.id, startOfTabs(chosen, { as, borrowed }));
    if (!started.ok) return setTrial({ status: 'failed', error: started.error });
    return onDone();
  };
  const setAll = (isChecked: boolean) => {
    const ids = shown.filter(canBeChosen).map(({ tabId }) => tabId);
    setChecked((before) =>
      isChecked
        ? new Set([...before, ...ids])
        : new Set([...before].filter((id) => !ids.includes(id))),
    );
  };

  return (
    <div className="batch-chooser">
      <div className="batch-tools">
        {tabs.length >= filteredFrom ? (
          <SearchField
            label={choose.filter}
            placeholder={choose.filter}
            clearLabel={choose.clearFilter}
            value={words}
            onChange={setWords}
          />
        ) : null}
        <div className="batch-all">
          <Button size="small" look="quiet" disabled={isNothingShown} onClick={() => setAll(true)}>
            {choose.all}
          </Button>
          <Button size="small" look="quiet" disabled={isNothingShown} onClick={() => setAll(false)}>
            {choose.none}
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="batch-note">{choose.nothingFound}</p>
      ) : (
        <TabList tabs={shown} checked={checked} onChecked={setChecked} />
      )}
      <BatchFoot>
        <BatchTarget home={home} chosen={memory} onPick={onPick} />
        {trial.status === 'declined' ? (
          <div role="alert">
            <Notice
              tone="paused"
              title={choose.declined.title}
              text={isReadHere ? choose.declined.here : choose.declined.text}
              actions={
                isReadHere ? null : (
                  <Button size="small" data-act="addresses" onClick={() => void start('addresses')}>
                    {choose.declined.action(chosen.length)}
                  </Button>
                )
              }
            />
          </div>
        ) : null}
        {trial.status === 'failed' ? <Trouble error={trial.error} /> : null}
        {origins.length > 0 && trial.status !== 'declined' ? (
          <p className="batch-note">{choose.sites(origins.length)}</p>
        ) : null}
        {asleep > 0 ? (
          <p className="batch-note">
            {(isReadHere ? choose.addressesHere : choose.addresses)(asleep)}
          </p>
        ) : null}
        {hidden > 0 ? <p className="batch-note">{choose.hidden(hidden)}</p> : null}
        <Button
          look="primary"
          wide
          data-act="start-batch"
          disabled={chosen.length === 0}
          busy={trial.status === 'working'}
          onClick={() => void start('pages')}
        >
          {chosen.length === 0 ? choose.startNone : choose.start(chosen.length, memory.name)}
        </Button>
      </BatchFoot>
    </div>
  );
}
