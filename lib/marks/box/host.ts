/**
 * The one element that Keepsake puts into a page, and only while it shows something: a host with a closed shadow root,
 * beside the body and above everything. The page sees that it is there; docs/highlights.md says what it can learn of what
 * is in it.
 */
import { direction, language } from '../../language/text.ts';
import { elementOf } from './element.ts';
import { boxStyle } from './style.ts';

const pointed = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'];
const clicked = ['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'focusin', 'focusout'];

const hostStyle: Readonly<Record<string, string>> = {
  all: 'initial',
  display: 'block',
  position: 'fixed',
  inset: 'auto',
  left: '0',
  top: '0',
  margin: '0',
  'z-index': '2147483647',
  visibility: 'visible',
};

/** Hears a press and a click before anything in it does; the page hears of neither. */
export function makeHost(
  document: Document,
  {
    content,
    onPress,
    onClick,
  }: Record<'onPress' | 'onClick', (event: Event) => void> & { content: HTMLElement },
): HTMLElement {
  const host = document.createElement('div');
  // Not by a style sheet: one of the page's could then win.
  for (const [name, value] of Object.entries(hostStyle))
    host.style.setProperty(name, value, 'important');
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'closed' });
  style(root);
  content.lang = language;
  content.dir = direction;
  root.append(content);
  root.addEventListener('pointerdown', onPress, { capture: true });
  root.addEventListener('click', onClick, { capture: true });
  for (const type of [...pointed, ...clicked])
    root.addEventListener(type, (event) => event.stopPropagation());
  return host;
}

function style(root: ShadowRoot): void {
  const window = root.ownerDocument.defaultView;
  try {
    if (window === null) return;
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(boxStyle);
    root.adoptedStyleSheets = [sheet];
  } catch {
    // Firefox lets no extension's script hand over a sheet (bug 1928865). A style element of its own is taken.
    const element = root.ownerDocument.createElement('style');
    element.textContent = boxStyle;
    root.append(element);
  }
}

/** Outside of an open dialog or of what fills the screen, nothing could be clicked. A frame holds nothing of its page's. */
export function parentFor({ fullscreenElement, documentElement }: Document, near: Node): Element {
  const full = fullscreenElement?.localName === 'iframe' ? null : fullscreenElement;
  return elementOf(near)?.closest('dialog:modal') ?? full ?? documentElement;
}
