// A native select can carry neither the colour of a Memory nor the row that makes a new one.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import './memory-picker.css';
import { Check, ChevronDown, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { MemoryDot } from './memory-chip.tsx';
import { popupWords } from '../words/popup.ts';
import { pickerKey } from './picker-key.ts';

export type MemoryPickerProps = {
  labelId: string;
  memories: readonly MemoryChoice[];
  chosen: MemoryChoice;
  onPick: (memoryId: string) => void;
  /** Null where who saves is not the owner, who alone makes Memories. */
  onNew: (() => void) | null;
};

/** A select-only combobox of the Memories, whose last choice is a new one. */
export function MemoryPicker({ labelId, memories, chosen, onPick, onNew }: MemoryPickerProps) {
  const id = useId();
  const rootRef = useRef<HTMLDivElement>(null);
  /** The row the keyboard stands on while the list is open; null is closed. */
  const [active, setActive] = useState<number | null>(null);
  const isOpen = active !== null;
  const chosenIndex = Math.max(
    0,
    memories.findIndex((memory) => memory.id === chosen.id),
  );

  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: Event) => {
      if (target instanceof Node && !rootRef.current?.contains(target)) setActive(null);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);

  useEffect(() => {
    if (active !== null)
      document.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const take = (index: number) => {
    setActive(null);
    const memory = memories[index];
    if (memory === undefined) onNew?.();
    else onPick(memory.id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = pickerKey(event, {
      active,
      chosen: chosenIndex,
      names: [
        ...memories.map(({ name }) => name),
        ...(onNew === null ? [] : [popupWords.newMemory]),
      ],
    });
    if (step === null) return;
    event.preventDefault();
    if (step.type === 'take') take(step.index);
    else setActive(step.active);
  };

  return (
    <div className="memory-picker" ref={rootRef}>
      <button
        type="button"
        className="memory-picker-button"
        role="combobox"
        aria-labelledby={`${labelId} ${id}-value`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onClick={() => setActive(isOpen ? null : chosenIndex)}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
      >
        <MemoryDot name={chosen.name} />
        <span id={`${id}-value`} className="memory-picker-name" dir="auto">
          {chosen.name}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div
        id={`${id}-list`}
        className="memory-picker-list"
        role="listbox"
        tabIndex={-1}
        aria-label={popupWords.chooseMemory}
        hidden={!isOpen}
        // Keeps the focus, and with it the keyboard, on the button.
        onMouseDown={(event) => event.preventDefault()}
      >
        {memories.map(({ id: memoryId, name }, index) => (
          <Row
            key={memoryId}
            id={`${id}-${index}`}
            active={active === index}
            selected={index === chosenIndex}
            onTake={() => take(index)}
          >
            <MemoryDot name={name} />
            <span className="memory-picker-name" dir="auto">
              {name}
            </span>
            {index === chosenIndex ? <Check size={16} aria-hidden="true" /> : null}
          </Row>
        ))}
        {onNew === null ? null : (
          <Row
            id={`${id}-${memories.length}`}
            active={active === memories.length}
            selected={false}
            isNew
            onTake={() => take(memories.length)}
          >
            <Plus className="memory-picker-plus" size={14} aria-hidden="true" />
            <span className="memory-picker-name">{popupWords.newMemory}</span>
          </Row>
        )}
      </div>
    </div>
  );
}

type RowProps = {
  id: string;
  active: boolean;
  selected: boolean;
  /** It makes a Memory. */
  isNew?: boolean;
  onTake: () => void;
  children: ReactNode;
};

/** Its keys are those of the button, which keeps the focus. */
function Row({ id, active, selected, isNew = false, onTake, children }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className="memory-picker-row"
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      data-active={active || undefined}
      data-new={isNew || undefined}
      onClick={onTake}
    >
      {children}
    </div>
  );
}
