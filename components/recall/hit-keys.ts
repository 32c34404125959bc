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
 * A hit is whatever carries `data-hit`, in the order of the page; from anything between two, the keys lead to these.
 * What has arrow keys of its own keeps them.
 */
export function onHitKey(event: Key, root: RefObject<HTMLElement | null>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || root.current === null) return;
  const input = root.current.querySelector<HTMLInputElement>('input[type="search"]');
  const isInBox = event.target === input;
  if (event.key === '/' && !isInBox && input !== null) {
    event.preventDefault();
    input.focus();
    input.select();
    return;
  }
  const hits = [...root.current.querySelectorAll<HTMLElement>('[data-hit]')];
  const active = document.activeElement;
  if (active?.closest('[role="radiogroup"]') != null) return;
  const current = hits.findLastIndex((hit) => hit === active || isBefore(hit, active));
  const isOnHit = hits[current] === active;
  const goal = goalOf(event.key, { current, isOnHit, last: hits.length - 1, isInBox });
  if (goal === null) return;
  event.preventDefault();
  if (goal < 0) input?.focus();
  else hits[goal]?.focus();
}

type Place = {
  /** The hit that has the focus, or the last one before it; -1 where there is none. */
  current: number;
  isOnHit: boolean;
  last: number;
  isInBox: boolean;
};

/** The index to go to, -1 for the search box, null to stay. */
function goalOf(key: string, { current, isOnHit, last, isInBox }: Place): number | null {
  if (last < 0) return null;
  switch (key) {
    case 'ArrowDown':
      return isInBox ? 0 : Math.min(current + 1, last);
    case 'ArrowUp':
      return isInBox ? null : isOnHit ? current - 1 : current;
    case 'Home':
      return isInBox ? null : 0;
    case 'End':
      return isInBox ? null : last;
    default:
      return null;
  }
}

function isBefore(hit: Element, active: Element | null): boolean {
  if (active === null || active === document.body) return false;
  return (hit.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
