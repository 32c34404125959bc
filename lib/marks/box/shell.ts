/**
 * The one element that Keepsake puts into a page, and only while it shows something: a host with a closed shadow root,
 * beside the body and above everything. The page sees that it is there, and nothing of what is in it.
 */
import { elementOf } from './element.ts';
import { boxStyle } from './style.ts';
import { type Area, besideArea, cornerOf } from './position.ts';

export type Shell = ReturnType<typeof createShell>;

export type Shown = {
  content: HTMLElement;
  /** What it must not cover, in the viewport. */
  area: () => Area;
  /** The node it belongs to: where a dialog shuts out the rest of the page, it is shown inside of that. */
  near: Node;
  /** The person asked for it: it is shown even where it has to stand over the words. */
  isAskedFor: boolean;
  onEscape: () => void;
  /** Ctrl or ⌘ and Enter. */
  onConfirm?: () => void;
};

const typed = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'cut', 'copy'];
const composed = ['compositionstart', 'compositionupdate', 'compositionend'];
const pointed = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'];
const clicked = ['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'focusin', 'focusout'];

/** Listens from the start, so that what is typed here is heard before the page can hear it. */
export function createShell(window: Window & typeof globalThis) {
  const { document } = window;
  const ending = new AbortController();
  let host: HTMLElement | null = null;
  let shown: Shown | null = null;

  for (const type of [...typed, ...composed]) {
    window.addEventListener(type, keepToOurselves, { capture: true, signal: ending.signal });
  }
  for (const type of ['scroll', 'resize']) {
    window.addEventListener(type, place, { capture: true, passive: true, signal: ending.signal });
  }

  function keepToOurselves(event: Event): void {
    if (host === null || event.target !== host) return;
    event.stopImmediatePropagation();
    if (event.type !== 'keydown' || !event.isTrusted || shown === null) return;
    if (!(event instanceof window.KeyboardEvent)) return;
    const { key, ctrlKey, metaKey } = event;
    if (key === 'Escape') shown.onEscape();
    else if (key === 'Enter' && (ctrlKey || metaKey)) shown.onConfirm?.();
  }

  /** Beside its words; away with it where these have left the viewport. */
  function place(): void {
    if (host === null || shown === null) return;
    const size = shown.content.getBoundingClientRect();
    const view = document.documentElement;
    const room = { width: view.clientWidth, height: window.innerHeight };
    const at =
      besideArea(shown.area(), size, room) ?? (shown.isAskedFor ? cornerOf(size, room) : null);
    host.style.setProperty('visibility', at === null ? 'hidden' : 'visible', 'important');
    if (at === null) return;
    host.style.setProperty('left', `${at.x}px`, 'important');
    host.style.setProperty('top', `${at.y}px`, 'important');
  }

  function hide(): void {
    host?.remove();
    host = null;
    shown = null;
  }

  return {
    show(next: Shown): void {
      hide();
      shown = next;
      host = makeHost(document, next.content);
      parentFor(document, next.near).append(host);
      host.showPopover?.();
      place();
    },
    hide,
    place,
    isShown: () => host !== null,
    /** Whether an event began in what is shown. */
    holds: (event: Event) => host !== null && event.target === host,
    stop(): void {
      hide();
      ending.abort();
    },
  };
}

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

function makeHost(document: Document, content: HTMLElement): HTMLElement {
  const host = document.createElement('div');
  // Not by a style sheet: one of the page's could then win.
  for (const [name, value] of Object.entries(hostStyle))
    host.style.setProperty(name, value, 'important');
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'closed' });
  style(root);
  root.append(content);
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

/** Outside of an open dialog or of what fills the screen, nothing could be clicked. */
function parentFor(document: Document, near: Node): Element {
  return (
    elementOf(near)?.closest('dialog:modal') ??
    document.fullscreenElement ??
    document.documentElement
  );
}
