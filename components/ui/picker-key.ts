/** What a key does in a list of choices, after the select-only combobox of the ARIA practices. Pure. */
export type PickerKey = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

export type PickerRows = {
  /** The row the keyboard stands on; null while the list is closed. */
  active: number | null;
  chosen: number;
  names: readonly string[];
};

export type PickerStep = { type: 'stand'; active: number | null } | { type: 'take'; index: number };

/** Gives the step a key makes, or null where the key is not for the list. */
export function pickerKey(pressed: PickerKey, rows: PickerRows): PickerStep | null {
  if (pressed.ctrlKey || pressed.metaKey) return null;
  return rows.active === null
    ? keyWhileClosed(pressed, rows)
    : keyWhileOpen(pressed, rows, rows.active);
}

function keyWhileClosed({ key }: PickerKey, { chosen, names }: PickerRows): PickerStep | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
    case 'Enter':
    case ' ':
      return { type: 'stand', active: chosen };
    case 'Home':
      return { type: 'stand', active: 0 };
    case 'End':
      return { type: 'stand', active: names.length - 1 };
    default:
      return standOnLetter(key, { active: chosen, names });
  }
}

function keyWhileOpen(
  { key, altKey }: PickerKey,
  { names }: PickerRows,
  active: number,
): PickerStep | null {
  const last = names.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { type: 'stand', active: Math.min(active + 1, last) };
    case 'ArrowUp':
      if (altKey) return { type: 'take', index: active };
      return { type: 'stand', active: Math.max(active - 1, 0) };
    case 'Home':
      return { type: 'stand', active: 0 };
    case 'End':
      return { type: 'stand', active: last };
    case 'Enter':
    case ' ':
      return { type: 'take', index: active };
    case 'Escape':
      return { type: 'stand', active: null };
    default:
      return standOnLetter(key, { active, names });
  }
}

/** The next name that begins with the letter, round the end. */
function standOnLetter(
  key: string,
  { active, names }: { active: number; names: readonly string[] },
): PickerStep | null {
  if (!/^.$/su.test(key)) return null;
  const letter = key.toLocaleLowerCase();
  for (let step = 1; step <= names.length; step += 1) {
    const index = (active + step) % names.length;
    if (names[index]?.toLocaleLowerCase().startsWith(letter))
      return { type: 'stand', active: index };
  }
  return null;
}
