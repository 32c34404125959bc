import './search-idle.css';
import { FileSearch, History, Star, X } from 'lucide-react';
import type { AboutPage } from './search-state.ts';
import type { SearchHistoryHook, TakenSearches } from './use-search-history.ts';
import { KeyList } from '../ui/keycaps.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isSaved, type KeptSearch } from '../../lib/search/model.ts';
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
        <SearchHistoryPart {...history} remembers={state.value.remembers} onSearch={onSearch} />
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
  remembers: boolean;
  onSearch: (q: string) => void;
};

function SearchHistoryPart(props: SearchHistoryPartProps) {
  const { saved, recent, canSave, remembers, taken, onSearch } = props;
  const { save, remove, clear, undo, setRemembers } = props;
  const [news, setNews] = useState('');
  const listsRef = useRef<HTMLDivElement>(null);
  const undoRef = useRef<HTMLButtonElement>(null);
  // The pressed button disappears. Focus moves to Undo, the likely next action, and after an undo to the restored row.
  // If the person saves the only row, focus follows it.
  const focusNextRef = useRef<'undo' | { q: string; isSaved: boolean } | null>(null);
  useEffect(() => {
    const next = focusNextRef.current;
    if (next === null) return;
    // Wait until the lists have changed.
    const list = next !== 'undo' && next.isSaved ? saved : recent;
    const isThere = next === 'undo' ? taken !== null : list.some(({ q }) => q === next.q);
    if (!isThere) return;
    focusNextRef.current = null;
    if (next === 'undo') return undoRef.current?.focus();
    const rows = rowsIn(listsRef.current);
    (rows.find(({ title }) => title === next.q) ?? rows[0])?.focus();
  }, [taken, saved, recent]);

  /** Focuses the row that takes the place of this one, or else the previous row. Returns whether there is one. */
  const leaveRow = (q: string): boolean => {
    const rows = rowsIn(listsRef.current);
    const index = rows.findIndex(({ title }) => title === q);
    const next = rows[index + 1] ?? rows[index - 1];
    next?.focus();
    return next !== undefined;
  };
  const saveRow = (q: string) => {
    if (!leaveRow(q)) focusNextRef.current = { q, isSaved: true };
    save(q);
    setNews(t('search_saved_done', { q }));
  };
  const removeRow = (q: string) => {
    if (!leaveRow(q)) focusNextRef.current = 'undo';
    remove(q);
    setNews(t('search_history_removed', { q }));
  };
  const takeBack = ({ searches: [first] }: TakenSearches) => {
    if (first === undefined) return;
    const { q } = first;
    setNews(isSaved(first) ? t('search_saved_done', { q }) : t('search_history_restored'));
    focusNextRef.current = { q, isSaved: isSaved(first) };
    undo();
  };
  return (
    <>
      <div className="search-history-lists" ref={listsRef}>
        <SearchList
          title={t('search_saved_title')}
          searches={saved}
          onSearch={onSearch}
          onSave={null}
          onRemove={removeRow}
        />
        <SearchList
          title={t('search_history_title')}
          action={
            <QuietButton
              onClick={() => {
                setNews(t('search_history_cleared'));
                focusNextRef.current = 'undo';
                clear();
              }}
            >
              {t('search_history_clear')}
            </QuietButton>
          }
          searches={recent}
          onSearch={onSearch}
          onSave={canSave ? saveRow : null}
          onRemove={removeRow}
        />
      </div>
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
          setNews(remembers && recent.length > 0 ? t('search_history_cleared') : '');
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

function rowsIn(lists: HTMLElement | null): HTMLElement[] {
  return [...(lists?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
}

type RowActions = {
  onSearch: (q: string) => void;
  /** Null if these searches are saved already, or if no more can be saved. */
  onSave: ((q: string) => void) | null;
  onRemove: (q: string) => void;
};

type SearchListProps = RowActions & {
  title: string;
  action?: ReactNode;
  searches: readonly KeptSearch[];
};

const shownAtFirst = 8;

function SearchList({ title, action, searches, ...actions }: SearchListProps) {
  const [whole, setWhole] = useState(false);
  const titleId = useId();
  if (searches.length === 0) return null;
  return (
    <section className="search-history" aria-labelledby={titleId}>
      <div className="search-history-head">
        <h2 id={titleId}>{title}</h2>
        {action}
      </div>
      <ul className="search-history-list">
        {(whole ? searches : searches.slice(0, shownAtFirst)).map((search) => (
          <SearchRow key={search.q} search={search} {...actions} />
        ))}
      </ul>
      {whole || searches.length <= shownAtFirst ? null : (
        <QuietButton onClick={() => setWhole(true)}>
          {plural(searches.length, 'common_showAll')}
        </QuietButton>
      )}
    </section>
  );
}

function SearchRow({ search, onSearch, onSave, onRemove }: RowActions & { search: KeptSearch }) {
  const { q } = search;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    onRemove(q);
  };
  return (
    <li className="search-history-row">
      <button
        type="button"
        className="search-history-use"
        data-hit
        title={q}
        onClick={() => onSearch(q)}
        onKeyDown={onKey}
      >
        {isSaved(search) ? <Star size={15} fill="currentColor" /> : <History size={15} />}
        <span className="search-history-words" dir="auto">
          {q}
        </span>
      </button>
      {onSave === null ? null : (
        <IconButton
          Icon={Star}
          size={15}
          className="search-history-button"
          label={t('search_saved_save', { q })}
          onClick={() => onSave(q)}
        />
      )}
      <IconButton
        Icon={X}
        size={15}
        className="search-history-button"
        label={t('search_history_remove', { q })}
        onClick={() => onRemove(q)}
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
