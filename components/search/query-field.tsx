import './query-field.css';
import { type RefObject, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { language, t } from '../../lib/i18n/i18n.ts';
import type { QuerySuggestion, querySuggestions } from '../../lib/text/query-suggestions.ts';
import { MemoryDot } from '../ui/memory-chip.tsx';
import { SearchField, type SearchFieldProps } from '../ui/search-field.tsx';

// A native `datalist` would replace the whole query.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

type QueryFieldProps = Omit<SearchFieldProps, 'ref' | 'onSubmit' | 'children'> & {
  ref: RefObject<HTMLInputElement | null>;
  onSubmit: () => void;
  memories: readonly MemoryChoice[];
  /** Hosts to suggest after `site:`. */
  hosts?: readonly string[];
  /** In milliseconds since the epoch. */
  now: number;
};

/**
 * The query and caret that suggestions are shown for; another query closes the list. The hosts are those known when the
 * person typed, so that results that arrive later don't open the list.
 */
type Place = { query: string; caret: number; active: number | null; hosts: readonly string[] };

/** A search box that suggests operators, their values, and filters for dates in words. */
export function QueryField(props: QueryFieldProps) {
  const { ref, memories, hosts = [], now, value, onChange, onSubmit, onKeyDown, ...rest } = props;
  const id = useId();
  const suggest = useSuggest(value !== '');
  const [place, setPlace] = useState<Place | null>(null);
  const suggestions =
    suggest === null || place?.query !== value
      ? []
      : suggest(value, place.caret, {
          memories: memories.map(({ name }) => name),
          hosts: place.hosts,
          language,
          now,
        });
  const isOpen = suggestions.length > 0;
  const active = place?.active ?? null;

  const accept = (suggestion: QuerySuggestion) => {
    const { query, caret } = acceptSuggestion(value, suggestion);
    // The caret can only be placed once the box contains the new text.
    flushSync(() => onChange(query));
    ref.current?.setSelectionRange(caret, caret);
    setPlace(suggestion.kind === 'operator' ? { query, caret, active: null, hosts } : null);
  };

  return (
    <SearchField
      {...rest}
      ref={ref}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      aria-activedescendant={isOpen && active !== null ? `${id}-${active}` : undefined}
      value={value}
      onChange={(query) => {
        const caret = ref.current?.selectionStart ?? query.length;
        setPlace({ query, caret, active: null, hosts });
        onChange(query);
      }}
      onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
        if (place === null || selectionStart === null) return;
        if (selectionStart !== selectionEnd) setPlace(null);
        else if (selectionStart !== place.caret)
          setPlace({ ...place, caret: selectionStart, active: null });
      }}
      onBlur={() => setPlace(null)}
      onSubmit={() => {
        setPlace(null);
        onSubmit();
      }}
      onKeyDown={(event) => {
        const isOwn = isOpen && !event.nativeEvent.isComposing;
        const step = isOwn ? suggestionKey(event, { active, count: suggestions.length }) : null;
        if (step === null) return onKeyDown?.(event);
        event.preventDefault();
        const taken = step.type === 'take' ? suggestions[step.index] : undefined;
        if (taken !== undefined) accept(taken);
        else if (step.type === 'move') setPlace(place && { ...place, active: step.active });
        else setPlace(null);
      }}
    >
      {isOpen ? (
        <div
          id={id}
          className="query-suggestions"
          role="listbox"
          tabIndex={-1}
          aria-label={t('search_suggestions')}
          // Keeps focus in the box.
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box handles the keys
            <div
              key={suggestion.text}
              id={`${id}-${index}`}
              className="query-suggestion"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-kind={suggestion.kind}
              onClick={() => accept(suggestion)}
            >
              <SuggestionWords suggestion={suggestion} />
            </div>
          ))}
        </div>
      ) : null}
    </SearchField>
  );
}

function SuggestionWords({ suggestion }: { suggestion: QuerySuggestion }) {
  const { kind, text } = suggestion;
  const name = suggestionName(suggestion);
  return (
    <>
      {kind === 'memory' ? <MemoryDot name={name} /> : null}
      <span className="query-suggestion-name" dir="auto">
        {name}
      </span>
      {kind === 'memory' || text === name.toLowerCase() ? null : (
        <span className="query-suggestion-text" dir="ltr">
          {text}
        </span>
      )}
    </>
  );
}

function suggestionName({ kind, name }: QuerySuggestion): string {
  switch (kind) {
    case 'operator':
      return t(`search_operators_${name}`);
    case 'type':
      return t(`search_types_${name}`);
    case 'memory':
    case 'site':
    case 'date':
      return name;
  }
}

/** Loads the code for suggestions when it's first needed, so that the search box doesn't wait for it. */
function useSuggest(isNeeded: boolean): typeof querySuggestions | null {
  const [suggest, setSuggest] = useState<typeof querySuggestions | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    void import('../../lib/text/query-suggestions.ts').then((loaded) =>
      setSuggest(() => loaded.querySuggestions),
    );
  }, [isNeeded]);
  return suggest;
}

/** Returns the query with the suggestion in it, and the new caret. Adds a space after a value, for the next word. */
export function acceptSuggestion(
  query: string,
  { kind, start, end, text }: Pick<QuerySuggestion, 'kind' | 'start' | 'end' | 'text'>,
): { query: string; caret: number } {
  const rest = query.slice(end);
  const added = kind === 'operator' || /^\s/u.test(rest) ? text : `${text} `;
  return { query: query.slice(0, start) + added + rest, caret: start + added.length };
}

type PressedKey = {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
};

export type SuggestionStep =
  | { type: 'move'; active: number | null }
  | { type: 'take'; index: number }
  | { type: 'close' };

/**
 * Returns what a key does while the list is open, or null if nothing. Follows the editable combobox of the ARIA Authoring
 * Practices: no suggestion is active until ArrowDown, so that Enter searches.
 */
export function suggestionKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey,
  { active, count }: { active: number | null; count: number },
): SuggestionStep | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  switch (key) {
    case 'ArrowDown':
      return { type: 'move', active: active === null ? 0 : Math.min(active + 1, count - 1) };
    case 'ArrowUp':
      return active === null ? null : { type: 'move', active: active === 0 ? null : active - 1 };
    case 'Enter':
    case 'Tab':
      return active === null ? null : { type: 'take', index: active };
    case 'Escape':
      return { type: 'close' };
    default:
      return null;
  }
}
