import type { RefObject } from 'react';

type Key = {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  target: EventTarget;
  preventDefault: () => void;
};

/**
 * Moves the focus with the arrow keys between the search box and the hits inside `root`, and to the box with “/”.
 * A hit is whatever carries `data-hit`.
 */
export function onHitKey(event: Key, root: RefObject<HTMLElement | null>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || root.current === null) return;
  const input = root.current.querySelector('input');
  const isInBox = event.target === input;
  if (event.key === '/' && !isInBox && input !== null) {
    event.preventDefault();
    input.focus();
    input.select();
    return;
  }
  const hits = [...root.current.querySelectorAll<HTMLElement>('[data-hit]')];
  const current = hits.findIndex((hit) => hit === document.activeElement);
  const goal = goalOf(event.key, { current, last: hits.length - 1, isInBox });
  if (goal === null) return;
  event.preventDefault();
  if (goal < 0) input?.focus();
  else hits[goal]?.focus();
}

type Place = { current: number; last: number; isInBox: boolean };

/** The index to go to, -1 for the search box, null to stay. */
function goalOf(key: string, { current, last, isInBox }: Place): number | null {
  if (last < 0) return null;
  switch (key) {
    case 'ArrowDown':
      return isInBox ? 0 : Math.min(current + 1, last);
    case 'ArrowUp':
      return isInBox ? null : current - 1;
    case 'Home':
      return isInBox ? null : 0;
    case 'End':
      return isInBox ? null : last;
    default:
      return null;
  }
}
