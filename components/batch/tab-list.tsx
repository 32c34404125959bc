import { type KeyboardEvent, useId } from 'react';
import type { TabChoice } from '../../lib/contracts/batches.ts';
import { batchWords } from '../words/batch.ts';
import { canBeChosen } from './batch-view.ts';

export type TabListProps = {
  tabs: readonly TabChoice[];
  checked: ReadonlySet<number>;
  onChecked: (checked: ReadonlySet<number>) => void;
};

/** The tabs, each with a box: space checks it, the arrows go from one to the next. */
export function TabList({ tabs, checked, onChecked }: TabListProps) {
  const toggle = (tabId: number, isChecked: boolean) => {
    const others = [...checked].filter((one) => one !== tabId);
    onChecked(new Set(isChecked ? [...others, tabId] : others));
  };
  return (
    <ul className="saves-list batch-tabs" aria-label={batchWords.choose.tabs}>
      {tabs.map((tab) => (
        <TabRow
          key={tab.tabId}
          tab={tab}
          isChecked={checked.has(tab.tabId)}
          onToggle={(isChecked) => toggle(tab.tabId, isChecked)}
        />
      ))}
    </ul>
  );
}

type TabRowProps = {
  tab: TabChoice;
  isChecked: boolean;
  onToggle: (isChecked: boolean) => void;
};

function TabRow({ tab, isChecked, onToggle }: TabRowProps) {
  const noteId = useId();
  const boxId = useId();
  const notes = notesOf(tab);
  const canBe = canBeChosen(tab);
  return (
    <li className="batch-tab" data-tab={tab.tabId} data-off={!canBe || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its words stand deeper than the rule looks */}
      <label className="batch-tab-label" htmlFor={boxId}>
        <input
          id={boxId}
          type="checkbox"
          className="batch-tab-box"
          checked={isChecked}
          disabled={!canBe}
          aria-describedby={notes.length === 0 ? undefined : noteId}
          onChange={(event) => onToggle(event.currentTarget.checked)}
          onKeyDown={moveByArrow}
        />
        <span className="batch-tab-body">
          <span className="batch-tab-title" dir="auto">
            {tab.title.trim() === '' ? batchWords.choose.untitled : tab.title}
          </span>
          <span className="batch-tab-host" dir="ltr">
            {hostOf(tab.url)}
          </span>
        </span>
      </label>
      {notes.length === 0 ? null : (
        <p className="batch-tab-notes" id={noteId}>
          {notes.join(' · ')}
        </p>
      )}
    </li>
  );
}

function notesOf({ obstacle, isSaved, isAsleep, isActive }: TabChoice): string[] {
  const { choose } = batchWords;
  if (obstacle !== null) return [choose.restricted];
  return [
    ...(isSaved ? [choose.saved] : []),
    ...(isAsleep ? [choose.asleep] : []),
    ...(isActive ? [choose.active] : []),
  ];
}

function hostOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, protocol } = new URL(url);
  return host === '' ? protocol : host;
}

/** To the next box that can be checked; the page does not scroll under it. */
function moveByArrow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const list = event.currentTarget.closest('ul');
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])];
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus();
}
