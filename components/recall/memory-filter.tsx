import './memory-filter.css';
import { useId } from 'react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { MemoryDot } from '../ui/memory-chip.tsx';
import { recallWords } from '../words/recall.ts';

export type MemoryFilterProps = {
  memories: readonly MemoryChoice[];
  /** The one that is searched; null where all are. */
  chosenId: string | null;
  onChoose: (memoryId: string | null) => void;
};

/** Which Memory is searched: all, or one of them. The arrow keys move within it, as the browser has it. */
export function MemoryFilter({ memories, chosenId, onChoose }: MemoryFilterProps) {
  const group = useId();
  const choices = [{ id: null, name: recallWords.filter.all }, ...memories];
  return (
    <div className="memory-filter" role="radiogroup" aria-label={recallWords.filter.label}>
      {choices.map(({ id, name }) => (
        <label key={id ?? ''} className="memory-filter-choice" title={name}>
          <input
            className="memory-filter-input"
            type="radio"
            name={group}
            checked={id === chosenId}
            onChange={() => onChoose(id)}
          />
          {id === null ? null : <MemoryDot name={name} />}
          <span className="memory-filter-name" dir="auto">
            {name}
          </span>
        </label>
      ))}
    </div>
  );
}
