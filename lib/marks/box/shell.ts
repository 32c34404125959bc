/**
 * The one element that Keepsake puts into a page, and only while it shows something: a host with a closed shadow root,
 * beside the body and above everything. The page sees that it is there; docs/highlights.md says what it can learn of what
 * is in it.
 */
import { areaAround, pageAround } from './around.ts';
import { elementOf } from './element.ts';
import { isAsPut, isTooSoon, sightOf } from './genuine-click.ts';
import { watchSight } from './sight.ts';
import { boxStyle } from './style.ts';
import { type Area, placeFor } from './position.ts';

export type Shell = ReturnType<typeof createShell>;

export type Shown = {
  content: HTMLElement;
  /** What it must not cover, in the viewport. */
  area: () => Area;
  /** The node it belongs to: where a dialog shuts out the rest of the page, it is shown inside of that. */
  near: Node;
  /** The person asked for it: it is shown even where its words are out of sight. */
  isAskedFor: boolean;
  /** How many pixels higher it may become. */
  growth?: () => number;
  onEscape: () => void;
  /** Puts the focus into it, where it had it and lost it. */
  focus?: () => void;
  /** Ctrl or ⌘ and Enter. */
  onConfirm?: () => void;
};

const pointed = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'];
const clicked = ['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'focusin', 'focusout'];

/** How often it is brought up again from under what the page shows above it. */
const mostRises = 5;

/** Listens from the start, so that the keys pressed here are heard before the page can stop them. */
export function createShell(own: Window & typeof globalThis) {
  const { window, frames } = pageAround(own);
  const { document } = window;
  const ending = new AbortController();
  let host: HTMLElement | null = null;
  let shown: Shown | null = null;
  let at: { x: number; y: number } | null = null;
  /** When it came, was put elsewhere, or came in sight again. */
  let seenSince = 0;
  /** As the browser says; null while it has said nothing yet. */
  let isInSight: boolean | null = null;
  let rises = 0;
  let unwatch = () => {};
  let isTouched = false;
  /** Escape took it away and is held down still, which the page would hear the end of. */
  let isEscaping = false;
  /** Done when the keys are let go of, since what is shown may go with it and leave their end to the page. */
  let isConfirming = false;
  const touches = new window.MutationObserver(() => (isTouched = true));

  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    window.addEventListener(type, hear, { capture: true, signal: ending.signal });
  }
  const moving = { capture: true, passive: true, signal: ending.signal };
  for (const moved of [own, ...frames.flatMap((frame) => frame.ownerDocument.defaultView ?? [])]) {
    for (const type of ['scroll', 'resize']) moved.addEventListener(type, place, moving);
  }
  // It would outlive a frame that goes alone.
  if (own !== window) own.addEventListener('pagehide', hide, { signal: ending.signal });

  function hear(event: KeyboardEvent): void {
    const isOurs = isEndOfEscape(event) || (host !== null && event.target === host);
    if (!isOurs) return;
    event.stopImmediatePropagation();
    press(event);
  }

  /** Once: of an Escape that is pressed anew, both the press and the end are the page's. */
  function isEndOfEscape({ type, key, repeat }: KeyboardEvent): boolean {
    if (!isEscaping || key !== 'Escape') return false;
    isEscaping = repeat;
    return repeat || type === 'keyup';
  }

  function press(event: KeyboardEvent): void {
    if (!event.isTrusted || event.isComposing || shown === null) return;
    const { type, key, ctrlKey, metaKey } = event;
    if (type === 'keyup') {
      if (!isConfirming || ctrlKey || metaKey) return;
      isConfirming = false;
      shown.onConfirm?.();
    } else if (type === 'keydown' && key === 'Escape') {
      shown.onEscape();
      isEscaping = host === null;
    } else if (type === 'keydown' && key === 'Enter' && (ctrlKey || metaKey))
      isConfirming = isSeen(event);
  }

  /** Before any button hears of it. What comes too soon does nothing; what was made to be pressed unseen goes. */
  function weigh(event: Event): void {
    if (!(event.target instanceof window.Element) || event.target.localName !== 'button') return;
    const isEarly = isInSight === null || isTooSoon(event.timeStamp, seenSince);
    if (!isEarly && isSeen(event)) return;
    event.stopImmediatePropagation();
    if (!isEarly) shown?.onEscape();
  }

  function isSeen(event: Event): boolean {
    if (host === null || shown === null) return false;
    if (touches.takeRecords().length > 0) isTouched = true;
    return (
      event.isTrusted &&
      !isTouched &&
      isInSight === true &&
      isAsPut(sightOf(host, { content: shown.content, place: at })) &&
      isOnTop(event, { host, window })
    );
  }

  /** What a page shows above everything after the box came lies over it, if only by its see-through surroundings. */
  function see(isVisible: boolean): void {
    isInSight = isVisible;
    if (isVisible) seenSince = window.performance.now();
    else if (at !== null && rises < mostRises) {
      rises += 1;
      rise();
    }
  }

  function rise(): void {
    if (host?.matches(':popover-open') !== true) return;
    const hasFocus = document.activeElement === host;
    host.hidePopover();
    host.showPopover();
    if (hasFocus) shown?.focus?.();
  }

  /** Beside its words; away with it where these have left the viewport. */
  function place(): void {
    if (host === null || shown === null) return;
    if (touches.takeRecords().length > 0) isTouched = true;
    // At its own size on a page that is drawn larger or smaller as a whole.
    host.style.setProperty('zoom', `${1 / zoomOf(host.parentElement)}`, 'important');
    const { width, height } = shown.content.getBoundingClientRect();
    const { isAskedFor, growth } = shown;
    const next = placeFor(
      areaAround(shown.area(), frames),
      { width, height, growth: growth?.() ?? 0 },
      {
        view: { width: document.documentElement.clientWidth, height: window.innerHeight },
        isAskedFor,
      },
    );
    if (next !== null && (next.x !== at?.x || next.y !== at.y))
      seenSince = window.performance.now();
    at = next;
    host.style.setProperty('visibility', at === null ? 'hidden' : 'visible', 'important');
    if (at !== null) {
      host.style.setProperty('left', `${at.x}px`, 'important');
      host.style.setProperty('top', `${at.y}px`, 'important');
    }
    // What this changed itself is no touch of the page's.
    touches.takeRecords();
  }

  function hide(): void {
    unwatch();
    touches.disconnect();
    host?.remove();
    host = null;
    shown = null;
    at = null;
    isTouched = false;
    isConfirming = false;
  }

  return {
    /** What is shown is made in, and stands in: that of the page around the frame, if it is of the same site. */
    document,
    show(next: Shown): void {
      hide();
      shown = next;
      host = makeHost(document, { content: next.content, onClick: weigh });
      parentFor(document, frames.at(-1) ?? next.near).append(host);
      host.showPopover?.();
      touches.observe(host, { attributes: true });
      isInSight = null;
      rises = 0;
      place();
      unwatch = watchSight(host, see);
    },
    hide,
    place,
    /** False as well where the page has thrown it out. */
    isShown: () => host?.isConnected === true,
    hasFocus: () => host !== null && document.activeElement === host,
    /** Hears a key that was pressed, or let go of, in a frame of what is shown. */
    press,
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

function makeHost(
  document: Document,
  { content, onClick }: { content: HTMLElement; onClick: (event: Event) => void },
): HTMLElement {
  const host = document.createElement('div');
  // Not by a style sheet: one of the page's could then win.
  for (const [name, value] of Object.entries(hostStyle))
    host.style.setProperty(name, value, 'important');
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'closed' });
  style(root);
  root.append(content);
  root.addEventListener('click', onClick, { capture: true });
  for (const type of [...pointed, ...clicked])
    root.addEventListener(type, (event) => event.stopPropagation());
  return host;
}

/** Keys press no point of the screen. */
function isOnTop(
  event: Event,
  { host, window }: { host: HTMLElement; window: Window & typeof globalThis },
): boolean {
  if (!(event instanceof window.MouseEvent) || event.detail === 0) return true;
  const root = host.getRootNode();
  const scope = root instanceof window.ShadowRoot ? root : window.document;
  return scope.elementFromPoint(event.clientX, event.clientY) === host;
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

function zoomOf(element: Element | null): number {
  return element?.currentCSSZoom ?? 1;
}

/** Outside of an open dialog or of what fills the screen, nothing could be clicked. */
function parentFor(document: Document, near: Node): Element {
  return (
    elementOf(near)?.closest('dialog:modal') ??
    document.fullscreenElement ??
    document.documentElement
  );
}
