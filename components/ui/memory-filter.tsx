import './memory.css';
import { useEffect, useId, useRef } from 'react';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { MemoryDot } from './memory-chip.tsx';
import { t } from '../../lib/i18n/i18n.ts';

type MemoryFilterProps = {
  memories: readonly MemoryChoice[];
  chosenId: string | null;
  onChoose: (memoryId: string | null) => void;
};

export function MemoryFilter({ memories, chosenId, onChoose }: MemoryFilterProps) {
  const group = useId();
  const rowRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = rowRef.current;
    // A vertical wheel scrolls the row too.
    const turn = (event: WheelEvent) => {
      if (row === null || event.deltaX !== 0 || row.scrollWidth <= row.clientWidth) return;
      event.preventDefault();
      row.scrollBy({
        left: getComputedStyle(row).direction === 'rtl' ? -event.deltaY : event.deltaY,
      });
    };
    // React's wheel listener is passive and can't prevent scrolling.
    row?.addEventListener('wheel', turn, { passive: false });
    return () => row?.removeEventListener('wheel', turn);
  }, []);
  const choices = [{ id: null, name: t('search_filter_all') }, ...memories];
  return (
    <div
      ref={rowRef}
      className="memory-filter"
      role="radiogroup"
      aria-label={t('search_filter_label')}
    >
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
