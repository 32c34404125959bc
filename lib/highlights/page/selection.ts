/** The person's selection on the page: whether it can be kept, and where it stands. */
import { lettersOf } from '../../anchoring/text-index.ts';
import type { Area } from './position.ts';

/** Fewer letters than this are a slip of the hand. */
const fewestLetters = 2;

/** After the last change of a selection, for a keyboard or a finger that is still moving its end. */
const settledMs = 350;

/** A selection that changes so long after a press of the person's is a script's. */
const ownMs = 1000;

/** Gives the first range of a selection of words in the page's own text; null in what can be typed into. */
export function savableRange(window: Window): Range | null {
  const selection = window.getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (lettersOf(selection.toString()).length < fewestLetters) return null;
  return isTypedInto(window.document, range) ? null : range;
}

/** Gives the rectangle around a range, in the viewport. */
export function areaOf(range: Range): Area {
  const { left, top, right, bottom } = range.getBoundingClientRect();
  return { left, top, right, bottom };
}

/** Gives where a range begins and ends; unlike the range, it stays so while the page changes. */
export function endsOf(range: Range): StaticRangeInit {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  return { startContainer, startOffset, endContainer, endOffset };
}

/** Whether the range begins and ends there. */
export function standsAt(range: Range, ends: StaticRangeInit | null): boolean {
  return (
    range.startContainer === ends?.startContainer &&
    range.startOffset === ends.startOffset &&
    range.endContainer === ends.endContainer &&
    range.endOffset === ends.endOffset
  );
}

/**
 * Calls when a selection has come to rest, by pointer, finger or keyboard, until the returned function is called. Says
 * whether the person pressed something as it changed last: a script may select too.
 */
export function watchSelection(
  window: Window,
  onSettled: (isPersons: boolean) => void,
): () => void {
  const { document } = window;
  const ending = new AbortController();
  let isPressed = false;
  let isHeld = false;
  let pressedAt = -Infinity;
  let isPersons = false;
  let timer: number | undefined;
  const on = (type: string, listener: (event: Event) => void) =>
    document.addEventListener(type, listener, {
      capture: true,
      passive: true,
      signal: ending.signal,
    });
  const settle = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (!isPressed) onSettled(isPersons);
    }, settledMs);
  };
  const press = (event: Event) => {
    if (!event.isTrusted) return;
    pressedAt = event.timeStamp;
    isHeld = event.type === 'pointerdown';
  };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'dragend', 'keydown', 'keyup'])
    on(type, press);
  on('pointerdown', () => (isPressed = true));
  for (const type of ['pointerup', 'pointercancel', 'dragend']) {
    on(type, () => {
      isPressed = false;
      settle();
    });
  }
  on('selectionchange', ({ timeStamp }) => {
    isPersons = isHeld || timeStamp - pressedAt <= ownMs;
    settle();
  });
  return () => {
    window.clearTimeout(timer);
    ending.abort();
  };
}

function isTypedInto(document: Document, { commonAncestorContainer }: Range): boolean {
  if (document.designMode === 'on') return true;
  const element = elementOf(commonAncestorContainer);
  const focused = document.activeElement;
  const field = focused?.closest('input, textarea') ?? null;
  if (field !== null && element !== null && element.contains(field)) return true;
  return element?.closest('[contenteditable]:not([contenteditable="false" i])') != null;
}

/** Gives the element that a node is, or stands in. */
export function elementOf(node: Node): Element | null {
  return isElement(node) ? node : node.parentElement;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
