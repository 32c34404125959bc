/** The keys of the list of saves: the arrows go from row to row, and Delete asks whether to delete. */
import type { KeyboardEvent } from 'react';
import { rowByKey } from '../app/use-focus.ts';

/** Does what a key means in the list; from its filter, only the way down into the rows. */
export function onRowKey(event: KeyboardEvent<HTMLElement>, filter: HTMLElement | null): void {
  const { key, target, currentTarget } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return;
  const row = target.closest('[data-save]');
  if (row !== null && (key === 'Delete' || key === 'Backspace')) {
    const way = '[data-act="delete"], [data-act="discard"]';
    row.querySelector<HTMLElement>(way)?.click();
    return event.preventDefault();
  }
  const isInRows = row !== null || target.dataset['act'] === 'more';
  if (!isInRows && !(target === filter && key === 'ArrowDown')) return;
  const goal = rowByKey(currentTarget, target, key) ?? (key === 'ArrowUp' ? filter : null);
  if (goal === null) return;
  event.preventDefault();
  goal.focus();
}
