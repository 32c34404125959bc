import { lettersOf } from '../../anchoring/text-index.ts';
import { isElement } from '../../capture/elements.ts';
import { wordRange } from '../../capture/word-range.ts';

/** Shorter selections are accidental. */
const fewestLetters = 2;
/** Selections by keyboard or finger change in steps, so wait for a pause. */
const settledMs = 350;
/** A selection change later than this after the last input was made by a script. */
const ownMs = 1000;

/** Returns the selected range, extended to whole words; null in editable text. */
export function savableRange(window: Window): Range | null {
  const selection = window.getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (lettersOf(selection.toString()).length < fewestLetters) return null;
  return isTypedInto(window.document, range) ? null : wordRange(range).range;
}

/** `ends`, unlike a range, doesn't follow changes of the page. */
export function hasEnds(range: Range, ends: StaticRange | null): boolean {
  return (
    range.startContainer === ends?.startContainer &&
    range.startOffset === ends.startOffset &&
    range.endContainer === ends.endContainer &&
    range.endOffset === ends.endOffset
  );
}

/** Calls back when a selection has settled. `isByPerson`: it was made by input, not by a script. */
export function watchSelection(
  window: Window,
  onSettled: (isByPerson: boolean) => void,
): () => void {
  const { document } = window;
  const ending = new AbortController();
  let isPressed = false;
  let isHeld = false;
  let pressedAt = -Infinity;
  let isByPerson = false;
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
      if (!isPressed) onSettled(isByPerson);
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
    isByPerson = isHeld || timeStamp - pressedAt <= ownMs;
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

export function elementOf(node: Node): Element | null {
  return isElement(node) ? node : node.parentElement;
}
