import '../highlights/switch.css';
import { History, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchHistory } from '../../lib/contracts/recall-history.ts';
import type { SearchHistoryHook } from '../hooks/use-search-history.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { searchWords } from '../words/search.ts';

const words = searchWords.history;

export type SearchHistoryPartProps = Pick<
  SearchHistoryHook,
  'cleared' | 'remove' | 'clear' | 'undo' | 'setRemembers'
> & { history: SearchHistory; onSearch: (q: string) => void };

const shownAtFirst = 8;

/** The searches that were finished on this device, to be used again, and the say over whether they are kept. */
export function SearchHistoryPart(props: SearchHistoryPartProps) {
  const { history, cleared, remove, clear, undo, setRemembers, onSearch } = props;
  const { searches, remembers } = history;
  const [whole, setWhole] = useState(false);
  const [news, setNews] = useState('');
  const listRef = useRef<HTMLUListElement>(null);
  const undoRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const isCleared = cleared.length > 0;

  // What was pressed is gone: the way back is what a person may want next, and after it what came back.
  const wantsFocusRef = useRef(false);
  useEffect(() => {
    if (!wantsFocusRef.current) return;
    wantsFocusRef.current = false;
    if (isCleared) undoRef.current?.focus();
    else listRef.current?.querySelector<HTMLElement>('[data-hit]')?.focus();
  }, [isCleared]);

  const removeAt = (index: number, q: string) => {
    // To the row that comes into its place, or the one before.
    const rows = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
    const next = rows[index + 1] ?? rows[index - 1];
    if (next === undefined) document.querySelector<HTMLElement>('.search-field-input')?.focus();
    else next.focus();
    remove(q);
    setNews(words.removed(q));
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
                wantsFocusRef.current = true;
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
      {isCleared ? (
        <div className="search-history-undo">
          <span>{words.cleared}</span>
          <Button
            ref={undoRef}
            size="small"
            look="quiet"
            onClick={() => {
              setNews(words.restored);
              wantsFocusRef.current = true;
              undo();
            }}
          >
            {words.undo}
          </Button>
        </div>
      ) : null}
      <button
        type="button"
        role="switch"
        className="switch-button search-history-switch"
        aria-checked={remembers}
        onClick={() => {
          setNews(remembers && searches.length > 0 ? words.cleared : '');
          setRemembers(!remembers);
        }}
      >
        <span className="switch-label">
          {words.remember} <span className="search-history-why">{words.rememberText}</span>
        </span>
        <span className="switch-track" aria-hidden="true">
          <span className="switch-thumb" />
        </span>
      </button>
      <LiveRegion words={news} />
    </>
  );
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
