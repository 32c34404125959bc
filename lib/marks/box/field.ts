/**
 * The field for a comment, in a frame of its own within the closed shadow root: no key that is pressed there comes to a
 * listener of the page, and no page finds what is typed there by `window.find()`, which looks into fields in Chromium and
 * into frames in Firefox, but in neither into a field in a frame.
 */
import { element } from './element.ts';

/** By properties, which no policy of the page forbids. */
const look = `box-sizing: border-box; display: block; inline-size: 100%; block-size: 100vh; margin: 0;
  padding: 8px; border: 0; outline-offset: -3px; resize: none; font: 14px/1.45 system-ui, sans-serif;
  background: light-dark(#ffffff, #1a1815); color: light-dark(#241f19, #f2ece1);`;

export type Field = {
  frame: HTMLIFrameElement;
  value: () => string;
  /** Once the frame stands in the page; false where it cannot be written into. */
  focus: () => boolean;
  setReadOnly: (isReadOnly: boolean) => void;
};

export function createField(
  document: Document,
  { label, value, onKey }: { label: string; value: string; onKey: (event: KeyboardEvent) => void },
): Field {
  const text = element(document, [
    'textarea',
    { attributes: { dir: 'auto', 'aria-label': label } },
  ]);
  text.style.cssText = look;
  text.value = value;
  text.addEventListener('keydown', onKey);
  const frame = element(document, ['iframe', { attributes: { title: label } }]);
  // Firefox may put another document into a new frame a moment after it came.
  frame.addEventListener('load', () => {
    if (text.ownerDocument !== document) focus();
  });

  function focus(): boolean {
    const inner = frame.contentDocument;
    if (inner === null) return false;
    if (text.ownerDocument !== inner) {
      inner.documentElement.style.colorScheme = 'light dark';
      inner.body.style.margin = '0';
      inner.body.append(text);
    }
    text.focus({ preventScroll: true });
    return true;
  }

  return {
    frame,
    value: () => text.value,
    focus,
    setReadOnly: (isReadOnly) => {
      text.readOnly = isReadOnly;
    },
  };
}
