import type { KeyboardEvent, Ref } from 'react';
import { direction } from '../../lib/language/text.ts';
import { type LibraryTab, libraryTabs } from '../hooks/panel-place.ts';
import { libraryWords } from '../words/library.ts';

export type LibraryTabsProps = {
  tab: LibraryTab;
  /** How many highlights the page in front has. */
  highlights: number;
  /** What the ids of the tabs and of what they show begin with. */
  id: string;
  onTab: (tab: LibraryTab) => void;
  ref: Ref<HTMLDivElement>;
};

/** The parts of the library; an arrow key goes to the next and opens it. */
export function LibraryTabs({ tab, highlights, id, onTab, ref }: LibraryTabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = tabByKey(tab, event.key);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div
      ref={ref}
      className="library-tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={libraryWords.title}
      onKeyDown={onKeyDown}
    >
      {libraryTabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className="library-tab"
          id={`${id}-${one}`}
          data-tab={one}
          aria-label={
            one === 'page' && highlights > 0 ? libraryWords.pageWith(highlights) : undefined
          }
          aria-selected={one === tab}
          aria-controls={`${id}-${one}-panel`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {libraryWords.tabs[one]}
          {one === 'page' && highlights > 0 ? (
            // Drawn and not written: the name of the tab says it already.
            <span className="library-tab-count" data-count={highlights} />
          ) : null}
        </button>
      ))}
    </div>
  );
}

/** Gives the tab a key leads to, round the end; null where the key is not for the tabs. */
function tabByKey(tab: LibraryTab, key: string): LibraryTab | null {
  const last = libraryTabs.length - 1;
  const at = libraryTabs.indexOf(tab);
  const onward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home') return libraryTabs[0];
  if (key === 'End') return libraryTabs[last] ?? null;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const step = key === onward ? 1 : last;
  return libraryTabs[(at + step) % libraryTabs.length] ?? null;
}
