import { type ReactNode, useState } from 'react';
import type { Shortcuts } from '../hooks/use-shortcuts.ts';
import { Keycaps } from '../ui/keycaps.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { popupWords } from '../words/popup.ts';

export type PopupFootProps = {
  shortcuts: Shortcuts;
  /** Called while the key is being handled, so that the side panel may open. */
  onSearch: (q: string) => void;
  /** Stands above the keys, such as what can be switched on for this site. */
  line: ReactNode;
};

/** The search, which goes on in the side panel, and the keys that do without the popup. */
export function PopupFoot({ shortcuts, onSearch, line }: PopupFootProps) {
  const [q, setQ] = useState('');
  return (
    <footer className="popup-foot">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (q.trim() !== '') onSearch(q.trim());
          }}
        >
          <SearchField
            label={popupWords.search}
            placeholder={popupWords.searchPlaceholder}
            clearLabel={popupWords.clearSearch}
            value={q}
            onChange={setQ}
          />
        </form>
      </search>
      {line}
      <p className="popup-keys">
        {(['save', 'highlight'] as const).map((command) => {
          const keys = shortcuts[command];
          return keys === undefined ? null : (
            <span key={command} className="popup-key">
              {popupWords.keys[command]} <Keycaps keys={keys} />
            </span>
          );
        })}
      </p>
    </footer>
  );
}
