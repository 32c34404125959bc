import './filter-bar.css';
import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { SearchField } from '../ui/search-field.tsx';
import { type FilterChoices, filterKinds, noFilter, type SavesFilter } from './saves-list.ts';
import { t } from '../../lib/i18n/i18n.ts';

type FilterBarProps = {
  filter: SavesFilter;
  choices: FilterChoices;
  onFilter: (filter: SavesFilter) => void;
  ref: Ref<HTMLInputElement>;
};

export function FilterBar({ filter, choices, onFilter, ref }: FilterBarProps) {
  const { memories, kinds } = choices;
  // Escape clears the field. If the field is empty, the surface handles the key.
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
            name: t(`saves_filter_kinds_${kind}`),
          }))}
          chosen={filter.kind}
          onChoose={(kind) => onFilter({ ...filter, kind })}
        />
      )}
    </search>
  );
}

type ChooserProps<T extends string> = {
  label: string;
  all: string;
  choices: readonly { value: T; name: string }[];
  chosen: T | null;
  onChoose: (chosen: T | null) => void;
};

/** A native select as narrow as its chosen option. */
function Chooser<T extends string>({ label, all, choices, chosen, onChoose }: ChooserProps<T>) {
  const choice = choices.find(({ value }) => value === chosen);
  return (
    <span className="filter-chooser" data-chosen={choice !== undefined || undefined}>
      <span className="filter-chooser-words" dir="auto" aria-hidden="true">
        {choice?.name ?? label}
      </span>
      <ChevronDown className="filter-chooser-icon" size={14} />
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
