import { describe, expect, it } from 'vitest';
import { pickerKey, type PickerStep } from './memory-picker.tsx';

const names = ['Reading', 'Work', 'Recipes', 'New Memory…'];

function press(key: string, active: number | null, altKey = false): PickerStep | null {
  return pickerKey({ key, altKey, ctrlKey: false, metaKey: false }, { active, chosen: 1, names });
}

describe('pickerKey', () => {
  it.each([
    ['ArrowDown', null, { type: 'move', active: 1 }],
    ['Enter', null, { type: 'move', active: 1 }],
    [' ', null, { type: 'move', active: 1 }],
    ['End', null, { type: 'move', active: 3 }],
    ['r', null, { type: 'move', active: 2 }],
    ['Escape', null, null],
    ['Tab', null, null],
    ['ArrowDown', 1, { type: 'move', active: 2 }],
    ['ArrowDown', 3, { type: 'move', active: 3 }],
    ['ArrowUp', 0, { type: 'move', active: 0 }],
    ['Home', 2, { type: 'move', active: 0 }],
    ['Enter', 3, { type: 'take', index: 3 }],
    ['Escape', 2, { type: 'move', active: null }],
    ['r', 0, { type: 'move', active: 2 }],
    ['R', 2, { type: 'move', active: 0 }],
    ['x', 2, null],
    ['Tab', 2, null],
  ] satisfies [string, number | null, PickerStep | null][])('%s at %s', (key, active, step) => {
    expect(press(key, active)).toEqual(step);
  });

  it('picks the active row on Alt+Up, like a select', () => {
    expect(press('ArrowUp', 2, true)).toEqual({ type: 'take', index: 2 });
  });

  it('ignores browser shortcuts', () => {
    const pressed = { key: 'r', altKey: false, ctrlKey: true, metaKey: false };

    expect(pickerKey(pressed, { active: 0, chosen: 0, names })).toBeNull();
  });
});
