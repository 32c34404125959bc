import './memory.css';
import { Check, ChevronDown, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { MemoryDot } from './memory-chip.tsx';
import { t } from '../../lib/i18n/i18n.ts';

// A native select can't show a Memory's color or a row that creates a Memory.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

type MemoryPickerProps = {
  labelId: string;
  memories: readonly MemoryChoice[];
  chosen: MemoryChoice;
  onPick: (memoryId: string) => void;
  /** Null if Memories can't be created here. */
  onNew?: (() => void) | null;
};

type SaveToProps = Omit<MemoryPickerProps, 'labelId'> & { className: string };

export function SaveTo({ className, ...picker }: SaveToProps) {
  const labelId = useId();
  return (
    <div className={className}>
      <span id={labelId} className="memory-label">
        {t('common_saveTo')}
      </span>
      <MemoryPicker labelId={labelId} {...picker} />
    </div>
  );
}

export function MemoryPicker(props: MemoryPickerProps) {
  const { labelId, memories, chosen, onPick, onNew = null } = props;
  const id = useId();
  const rootRef = useRef<HTMLDivElement>(null);
  /** The active row; null if the list is closed. */
  const [active, setActive] = useState<number | null>(null);
  const isOpen = active !== null;
  const rows = [
    ...memories.map(({ id: key, name }) => ({ key, name, isNew: false })),
    ...(onNew === null ? [] : [{ key: '', name: t('popup_newMemory'), isNew: true }]),
  ];
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
      names: rows.map(({ name }) => name),
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
        <ChevronDown size={16} />
      </button>
      <div
        id={`${id}-list`}
        className="memory-picker-list"
        role="listbox"
        tabIndex={-1}
        aria-label={t('popup_chooseMemory')}
        hidden={!isOpen}
        // Keeps focus on the button.
        onMouseDown={(event) => event.preventDefault()}
      >
        {rows.map(({ key, name, isNew }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the button handles the keys
          <div
            key={key}
            id={`${id}-${index}`}
            className="memory-picker-row"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosenIndex}
            data-active={active === index || undefined}
            data-new={isNew || undefined}
            onClick={() => take(index)}
          >
            {isNew ? <Plus className="memory-picker-plus" size={14} /> : <MemoryDot name={name} />}
            <span className="memory-picker-name" dir="auto">
              {name}
            </span>
            {index === chosenIndex ? <Check size={16} /> : null}
          </div>
        ))}
      </div>
    </div>
  );
}

type PickerKey = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

type PickerRows = { active: number | null; chosen: number; names: readonly string[] };

export type PickerStep = { type: 'move'; active: number | null } | { type: 'take'; index: number };

/** Follows the select-only combobox of the ARIA Authoring Practices. Returns null for other keys. */
export function pickerKey(pressed: PickerKey, rows: PickerRows): PickerStep | null {
  const { key, altKey, ctrlKey, metaKey } = pressed;
  const { active, chosen, names } = rows;
  if (ctrlKey || metaKey) return null;
  const last = names.length - 1;
  const take: PickerStep | null = active === null ? null : { type: 'take', index: active };
  const move = (to: number | null): PickerStep => ({ type: 'move', active: to });
  switch (key) {
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'Enter':
    case ' ':
      return take ?? move(chosen);
    case 'ArrowDown':
      return move(active === null ? chosen : Math.min(active + 1, last));
    case 'ArrowUp':
      if (altKey && take !== null) return take;
      return move(active === null ? chosen : Math.max(active - 1, 0));
    case 'Escape':
      return active === null ? null : move(null);
    default: {
      const found = rowByLetter(key, active ?? chosen, names);
      return found === null ? null : move(found);
    }
  }
}

function rowByLetter(key: string, from: number, names: readonly string[]): number | null {
  if (!/^.$/su.test(key)) return null;
  const letter = key.toLocaleLowerCase();
  for (let step = 1; step <= names.length; step += 1) {
    const index = (from + step) % names.length;
    if (names[index]?.toLocaleLowerCase().startsWith(letter)) return index;
  }
  return null;
}
