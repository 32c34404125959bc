import './memory-filter.css';
import { useEffect, useId, useRef } from 'react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { MemoryDot } from '../ui/memory-chip.tsx';
import { searchWords } from '../words/search.ts';

export type MemoryFilterProps = {
  memories: readonly MemoryChoice[];
  /** The one that is looked in; null where all are. */
  chosenId: string | null;
  onChoose: (memoryId: string | null) => void;
  /** What the choice is about. */
  label?: string;
};

/** Which Memory is looked in: all, or one of them. The arrow keys move within it, as the browser has it. */
export function MemoryFilter({
  memories,
  chosenId,
  onChoose,
  label = searchWords.filter.label,
}: MemoryFilterProps) {
  const group = useId();
  const rowRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = rowRef.current;
    // A wheel that turns one way only moves the row as well.
    const turn = (event: WheelEvent) => {
      if (row === null || event.deltaX !== 0 || row.scrollWidth <= row.clientWidth) return;
      event.preventDefault();
      row.scrollBy({
        left: getComputedStyle(row).direction === 'rtl' ? -event.deltaY : event.deltaY,
      });
    };
    // React's own listener could not keep the page from moving too.
    row?.addEventListener('wheel', turn, { passive: false });
    return () => row?.removeEventListener('wheel', turn);
  }, []);
  const choices = [{ id: null, name: searchWords.filter.all }, ...memories];
  return (
    <div ref={rowRef} className="memory-filter" role="radiogroup" aria-label={label}>
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
