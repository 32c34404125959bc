import './search-idle.css';
import { FileSearch, History, X } from 'lucide-react';
import type { AboutPage } from './search-state.ts';
import type { SearchHistoryHook, TakenSearches } from './use-search-history.ts';
import { KeyList } from '../ui/keycaps.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchHistory } from '../../lib/search/model.ts';
import { IconButton, QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { SwitchButton } from '../ui/switch.tsx';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { useQuery } from '../app/use-query.ts';
import { ok } from '../../lib/contract/result.ts';

const keys = [
  { keys: ['/'], words: t('search_idle_keys_focus') },
  { keys: ['↑', '↓'], words: t('search_idle_keys_move') },
  { keys: ['Enter'], words: t('search_idle_keys_open') },
] as const;

export type SearchIdleProps = {
  history: SearchHistoryHook;
  onSearch: (q: string) => void;
  onAbout: (page: AboutPage) => void;
};

/** Shows the search screen before anything is typed. */
export function SearchIdle({ history, onSearch, onAbout }: SearchIdleProps) {
  const page = useFrontPage();
  const { state, taken } = history;
  // Everything appears at once, so that nothing moves.
  if (state.status === 'loading' || page === undefined) return null;
  const isNew = state.status !== 'ready' || (state.value.searches.length === 0 && taken === null);
  return (
    <section className="search-idle">
      {isNew ? (
        <>
          <h2 className="search-idle-title">{t('search_idle_title')}</h2>
          <p className="search-idle-text">{t('search_idle_text')}</p>
        </>
      ) : null}
      {page === null ? null : <AboutButton page={page} onAbout={onAbout} />}
      {state.status === 'ready' ? (
        <SearchHistoryPart {...history} history={state.value} onSearch={onSearch} />
      ) : null}
      <KeyList rows={keys} />
    </section>
  );
}

function AboutButton({ page, onAbout }: { page: AboutPage; onAbout: (page: AboutPage) => void }) {
  return (
    <button type="button" className="about-button" onClick={() => onAbout(page)}>
      <FileSearch size={20} />
      <span className="about-button-words">
        <span className="about-button-title">{t('search_about_action')}</span>
        <span className="about-button-text" dir="auto">
          {page.title.slice(0, shownTitleLength)}
        </span>
      </span>
    </button>
  );
}

const shownTitleLength = 200;

type SearchHistoryPartProps = Omit<SearchHistoryHook, 'state' | 'add'> & {
  history: SearchHistory;
  onSearch: (q: string) => void;
};

const shownAtFirst = 8;

function SearchHistoryPart(props: SearchHistoryPartProps) {
  const { history, taken, remove, clear, undo, setRemembers, onSearch } = props;
  const { searches, remembers } = history;
  const [whole, setWhole] = useState(false);
  const [news, setNews] = useState('');
  const listRef = useRef<HTMLUListElement>(null);
  const undoRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  // The pressed button disappears. Focus moves to Undo, the likely next action, and after an undo to the restored row.
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
    // Focus the row that takes its place, or else the previous row.
    const rows = rowsIn(listRef.current);
    const next = rows[index + 1] ?? rows[index - 1];
    if (next === undefined) focusNextRef.current = 'undo';
    else next.focus();
    remove(q);
    setNews(t('search_history_removed', { q }));
  };

  const takeBack = ({ searches: back, isAll }: TakenSearches) => {
    setNews(t('search_history_restored'));
    focusNextRef.current = { row: isAll ? null : (back[0]?.q ?? null) };
    undo();
  };
  return (
    <>
      {searches.length === 0 ? null : (
        <section className="search-history" aria-labelledby={titleId}>
          <div className="search-history-head">
            <h2 id={titleId}>{t('search_history_title')}</h2>
            <QuietButton
              onClick={() => {
                setNews(t('search_history_cleared'));
                focusNextRef.current = 'undo';
                clear();
              }}
            >
              {t('search_history_clear')}
            </QuietButton>
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
            <QuietButton onClick={() => setWhole(true)}>
              {plural(searches.length, 'common_showAll')}
            </QuietButton>
          )}
        </section>
      )}
      {taken === null ? null : (
        <div className="search-history-undo">
          <span dir="auto">
            {taken.isAll
              ? t('search_history_cleared')
              : t('search_history_removed', { q: taken.searches[0]?.q ?? '' })}
          </span>
          <QuietButton ref={undoRef} onClick={() => takeBack(taken)}>
            {t('common_undo')}
          </QuietButton>
        </div>
      )}
      <SwitchButton
        className="search-history-switch"
        isOn={remembers}
        onTurn={() => {
          setNews(remembers && searches.length > 0 ? t('search_history_cleared') : '');
          setRemembers(!remembers);
        }}
      >
        {t('search_history_remember')}{' '}
        <span className="search-history-why">{t('search_history_rememberText')}</span>
      </SwitchButton>
      <LiveRegion words={news} />
    </>
  );
}

function rowsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
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
        <History size={15} />
        <span className="search-history-words" dir="auto">
          {q}
        </span>
      </button>
      <IconButton
        Icon={X}
        size={15}
        className="search-history-remove"
        label={t('search_history_remove', { q })}
        onClick={onRemove}
      />
    </li>
  );
}

/** Returns null if the browser doesn't reveal the page without more permissions, undefined while unknown. */
function useFrontPage(): AboutPage | null | undefined {
  const { onFrontPageChange } = useBridge();
  // A click on the toolbar button gives access to the page, but the only event it fires here is `focus`.
  const { state, reload } = useQuery(readFrontPage, { reloadsOnFocus: true });
  useEffect(() => onFrontPageChange(() => void reload()), [onFrontPageChange, reload]);
  return state.status === 'ready' ? state.value : undefined;
}

async function readFrontPage({ activeTab, ask }: Bridge) {
  const tab = await activeTab();
  const described = tab === null ? null : await ask('page.describe', { tabId: tab.id });
  if (described?.ok !== true || described.value.obstacle !== null) return ok(null);
  const { id, url, title } = described.value.tab;
  return ok(/^https?:/.test(url) ? { tabId: id, title: title.trim() || url } : null);
}
