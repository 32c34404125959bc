import './filter-bar.css';
import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { SearchField } from '../ui/search-field.tsx';
import { savesWords } from './saves-text.ts';
import { type FilterChoices, filterKinds, noFilter, type SavesFilter } from './saves-model.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type FilterBarProps = {
  filter: SavesFilter;
  choices: FilterChoices;
  onFilter: (filter: SavesFilter) => void;
  ref: Ref<HTMLInputElement>;
};

/** What is to be seen of the saves: words of a title or site, a Memory, a kind. */
export function FilterBar({ filter, choices, onFilter, ref }: FilterBarProps) {
  const { memories, kinds } = choices;
  // Escape takes back what was typed; in a field without words it is nobody's.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || filter.words === '') return;
    event.preventDefault();
    onFilter({ ...filter, words: noFilter.words });
  };
  return (
    <search className="filter-bar">
      <SearchField
        ref={ref}
        label={t('saves_filter_label')}
        placeholder={t('saves_filter_label')}
        clearLabel={t('saves_filter_clearWords')}
        value={filter.words}
        onChange={(typed) => onFilter({ ...filter, words: typed })}
        onKeyDown={onKeyDown}
      />
      {memories.length < 2 && filter.memory === null ? null : (
        <Chooser
          label={t('saves_filter_memory')}
          all={t('saves_filter_allMemories')}
          choices={memories.map(({ key, name }) => ({ value: key, name }))}
          chosen={filter.memory}
          onChoose={(memory) => onFilter({ ...filter, memory })}
        />
      )}
      {kinds.length < 2 && filter.kind === null ? null : (
        <Chooser
          label={t('saves_filter_kind')}
          all={t('saves_filter_allKinds')}
          choices={filterKinds.map((kind) => ({
            value: kind,
            name: savesWords.filter.kinds[kind],
          }))}
          chosen={filter.kind}
          onChoose={(kind) => onFilter({ ...filter, kind })}
        />
      )}
    </search>
  );
}

type ChooserProps<T extends string> = {
  /** What is chosen by, shown while all are. */
  label: string;
  all: string;
  choices: readonly { value: T; name: string }[];
  /** Null is all of them. */
  chosen: T | null;
  onChoose: (chosen: T | null) => void;
};

/** The browser's own chooser under a sign no wider than what is chosen. */
function Chooser<T extends string>({ label, all, choices, chosen, onChoose }: ChooserProps<T>) {
  const choice = choices.find(({ value }) => value === chosen);
  return (
    <span className="filter-chooser" data-chosen={choice !== undefined || undefined}>
      <span className="filter-chooser-words" dir="auto" aria-hidden="true">
        {choice?.name ?? label}
      </span>
      <ChevronDown className="filter-chooser-sign" size={14} aria-hidden="true" />
      <select
        className="filter-chooser-select"
        aria-label={label}
        value={choice?.value ?? ''}
        onChange={({ currentTarget: { value: taken } }) =>
          onChoose(choices.find(({ value }) => value === taken)?.value ?? null)
        }
      >
        <option value="">{all}</option>
        {choices.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
