/**
 * The field for a comment, in a frame of its own within the closed shadow root: no key that is pressed there comes to a
 * listener of the page, and no page finds what is typed there by `window.find()`, which looks into fields in Chromium and
 * into frames in Firefox, but in neither into a field in a frame.
 */
import { element } from './element.ts';

/** In pixels: whole lines are seen, and the space around them does not scroll with them. */
const line = 20;
const space = 7;
const edge = 1;

/** As many lines are seen at first, and at most; fewer in a window that is lower than so many pixels for each. */
const fewestLines = 3;
const mostLines = 9;
const windowFor = 64;

/** By properties, which no policy of the page forbids. */
const colours =
  'background: light-dark(#ffffff, #1a1815); color: light-dark(#241f19, #f2ece1); color-scheme: light dark;';
const aroundLook = `box-sizing: border-box; display: block; block-size: 100vh; padding-block: ${space}px; cursor: text; ${colours}`;
const look = `box-sizing: border-box; display: block; inline-size: 100%; margin: 0; padding: 0 8px; border: 0;
  outline: none; resize: none; font: 14px/${line}px system-ui, sans-serif; overflow-wrap: anywhere; ${colours}`;

export type Field = {
  frame: HTMLIFrameElement;
  value: () => string;
  /** Once the frame stands in the page; false where it cannot be written into. */
  focus: () => boolean;
  setReadOnly: (isReadOnly: boolean) => void;
  /** How many pixels higher it may become. */
  growth: () => number;
};

export type FieldParts = {
  label: string;
  value: string;
  onKey: (event: KeyboardEvent) => void;
  /** Its height has changed. */
  onGrown: () => void;
};

export function createField(
  document: Document,
  { label, value, onKey, onGrown }: FieldParts,
): Field {
  const text = element(document, [
    'textarea',
    { attributes: { dir: 'auto', 'aria-label': label } },
  ]);
  text.style.cssText = look;
  text.value = value;
  for (const type of ['keydown', 'keyup'] as const) text.addEventListener(type, onKey);
  text.addEventListener('input', fit);
  // The browser brings the caret into sight, which is less than its line.
  text.addEventListener('scrollend', () => {
    text.scrollTop = Math.round(text.scrollTop / line) * line;
  });
  // A press beside the lines is one on the field as well.
  const around = element(document, ['label', {}], text);
  around.style.cssText = aroundLook;
  const frame = element(document, ['iframe', { attributes: { title: label } }]);
  for (const type of ['focus', 'blur'] as const)
    text.addEventListener(type, () => frame.classList.toggle('active', type === 'focus'));
  let height = 0;
  setHeight(linesIn().fewest);
  // Firefox may put another document into a new frame a moment after it came.
  frame.addEventListener('load', () => {
    if (text.ownerDocument !== document) focus();
  });

  function focus(): boolean {
    const inner = frame.contentDocument;
    if (inner === null) return false;
    if (text.ownerDocument !== inner) {
      inner.body.style.margin = '0';
      inner.documentElement.style.cssText = colours;
      inner.body.append(around);
      inner.defaultView?.addEventListener('resize', fit);
      fit();
    }
    text.focus({ preventScroll: true });
    return true;
  }

  /** As high as its lines, between the fewest and the most. */
  function fit(): void {
    const { scrollTop } = text;
    text.style.blockSize = '0';
    const needed = Math.ceil(text.scrollHeight / line);
    const { fewest, most } = linesIn();
    text.style.overflowY = needed > most ? 'auto' : 'hidden';
    setHeight(Math.max(fewest, Math.min(needed, most)));
    text.scrollTop = scrollTop;
  }

  function setHeight(lines: number): void {
    text.style.blockSize = `${lines * line}px`;
    const next = heightOf(lines);
    if (next === height) return;
    const isFirst = height === 0;
    height = next;
    frame.style.blockSize = `${next}px`;
    if (!isFirst) onGrown();
  }

  function linesIn(): { fewest: number; most: number } {
    const room = Math.floor((document.defaultView?.innerHeight ?? 0) / windowFor);
    const most = Math.max(1, Math.min(room, mostLines));
    return { fewest: Math.min(fewestLines, most), most };
  }

  return {
    frame,
    value: () => text.value,
    focus,
    setReadOnly: (isReadOnly) => {
      text.readOnly = isReadOnly;
    },
    growth: () => heightOf(linesIn().most) - height,
  };
}

function heightOf(lines: number): number {
  return lines * line + 2 * (space + edge);
}
