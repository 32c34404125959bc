import { History, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchHistory } from '../../lib/contracts/recall-history.ts';
import type { SearchHistoryHook, TakenSearches } from '../hooks/use-search-history.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { SwitchButton } from '../ui/switch.tsx';
import { searchWords } from '../words/search.ts';

const words = searchWords.history;

export type SearchHistoryPartProps = Pick<
  SearchHistoryHook,
  'taken' | 'remove' | 'clear' | 'undo' | 'setRemembers'
> & { history: SearchHistory; onSearch: (q: string) => void };

const shownAtFirst = 8;

/** The searches that were finished on this device, to be used again, and the say over whether they are kept. */
export function SearchHistoryPart(props: SearchHistoryPartProps) {
  const { history, taken, remove, clear, undo, setRemembers, onSearch } = props;
  const { searches, remembers } = history;
  const [whole, setWhole] = useState(false);
  const [news, setNews] = useState('');
  const listRef = useRef<HTMLUListElement>(null);
  const undoRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();

  // What was pressed is gone: the way back is what a person may want next, and after it what came back.
  const focusNextRef = useRef<'undo' | { row: string | null } | null>(null);
  useEffect(() => {
    const next = focusNextRef.current;
    focusNextRef.current = null;
    if (next === 'undo' && taken !== null) undoRef.current?.focus();
    if (next === null || next === 'undo') return;
    const rows = rowsIn(listRef.current);
    (rows.find(({ title }) => title === next.row) ?? rows[0])?.focus();
  }, [taken]);

  const removeAt = (index: number, q: string) => {
    // To the row that comes into its place, or the one before.
    const rows = rowsIn(listRef.current);
    const next = rows[index + 1] ?? rows[index - 1];
    if (next === undefined) focusNextRef.current = 'undo';
    else next.focus();
    remove(q);
    setNews(words.removed(q));
  };

  const takeBack = ({ searches: back, isAll }: TakenSearches) => {
    const one = isAll ? null : (back[0]?.q ?? null);
    setNews(one === null ? words.restored : words.back(one));
    focusNextRef.current = { row: one };
    undo();
  };

  return (
    <>
      {searches.length === 0 ? null : (
        <section className="search-history" aria-labelledby={titleId}>
          <div className="search-history-head">
            <h2 id={titleId}>{words.title}</h2>
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                setNews(words.cleared);
                focusNextRef.current = 'undo';
                clear();
              }}
            >
              {words.clear}
            </Button>
          </div>
          <ul className="search-history-list" ref={listRef}>
            {(whole ? searches : searches.slice(0, shownAtFirst)).map(({ q }, index) => (
              <HistoryRow
                key={q}
                q={q}
                onSearch={() => onSearch(q)}
                onRemove={() => removeAt(index, q)}
              />
            ))}
          </ul>
          {whole || searches.length <= shownAtFirst ? null : (
            <Button look="quiet" size="small" onClick={() => setWhole(true)}>
              {words.all(searches.length)}
            </Button>
          )}
        </section>
      )}
      {taken === null ? null : (
        <div className="search-history-undo">
          <span dir="auto">{goneWords(taken)}</span>
          <Button ref={undoRef} size="small" look="quiet" onClick={() => takeBack(taken)}>
            {words.undo}
          </Button>
        </div>
      )}
      <SwitchButton
        className="search-history-switch"
        isOn={remembers}
        onTurn={() => {
          setNews(remembers && searches.length > 0 ? words.cleared : '');
          setRemembers(!remembers);
        }}
      >
        {words.remember} <span className="search-history-why">{words.rememberText}</span>
      </SwitchButton>
      <LiveRegion words={news} />
    </>
  );
}

function rowsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
}

function goneWords({ searches, isAll }: TakenSearches): string {
  return isAll ? words.cleared : words.removed(searches[0]?.q ?? '');
}

type HistoryRowProps = { q: string; onSearch: () => void; onRemove: () => void };

function HistoryRow({ q, onSearch, onRemove }: HistoryRowProps) {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    onRemove();
  };
  return (
    <li className="search-history-row">
      <button
        type="button"
        className="search-history-use"
        data-hit
        title={q}
        onClick={onSearch}
        onKeyDown={onKey}
      >
        <History size={15} aria-hidden="true" />
        <span className="search-history-words" dir="auto">
          {q}
        </span>
      </button>
      <IconButton className="search-history-remove" label={words.remove(q)} onClick={onRemove}>
        <X size={15} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
