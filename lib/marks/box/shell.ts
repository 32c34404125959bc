/** Shows one thing at a time in the page, beside its words, and says which clicks and keys on it are the person's own. */
import { areaAround, pageAround } from './around.ts';
import { isAsPut, isTooSoon, sightOf } from './genuine-click.ts';
import type { Watch } from './above.ts';
import { makeHost, parentFor } from './host.ts';
import { watchSight } from './sight.ts';
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
  /** A click or a key counts for nothing, since the page shows something above everything; escapes where it is absent. */
  onCovered?: () => void;
  /** Puts the focus into it, where it had it and lost it. */
  focus?: () => void;
  /** Ctrl or ⌘ and Enter. */
  onConfirm?: () => void;
};

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
  /** As it was when the press began: a page may take a cover away as soon as it does. */
  let pressSight: ReturnType<typeof sightAt> = 'hidden';
  let sight: Watch | null = null;
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
    } else if (type === 'keydown' && key === 'Enter' && (ctrlKey || metaKey)) {
      isConfirming = isSeen(event);
      if (!isConfirming && isInSight === false) shown.onCovered?.();
    }
  }

  /** Before any button hears of it. What comes too soon does nothing; what was made to be pressed unseen goes. */
  function weigh(event: Event): void {
    if (!(event.target instanceof window.Element) || event.target.localName !== 'button') return;
    const sawPress = isByPointer(event) ? pressSight : 'seen';
    const isEarly = sightAt(event) === 'early' || sawPress === 'early';
    if (!isEarly && sawPress === 'seen' && isSeen(event)) return;
    event.stopImmediatePropagation();
    const isCovered = isInSight === false || sawPress === 'hidden';
    if (!isEarly || sawPress === 'hidden') ((isCovered && shown?.onCovered) || shown?.onEscape)?.();
  }

  function sightAt({ timeStamp }: Event): 'seen' | 'early' | 'hidden' {
    if (isInSight === false) return 'hidden';
    return isInSight === null || isTooSoon(timeStamp, seenSince) ? 'early' : 'seen';
  }

  function isSeen(event: Event): boolean {
    if (host === null || shown === null) return false;
    if (touches.takeRecords().length > 0) isTouched = true;
    sight?.look();
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
    sight?.end();
    sight = null;
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
      host = makeHost(document, {
        content: next.content,
        onPress: (event) => (pressSight = sightAt(event)),
        onClick: weigh,
      });
      parentFor(document, frames.at(-1) ?? next.near).append(host);
      host.showPopover?.();
      touches.observe(host, { attributes: true });
      isInSight = null;
      pressSight = 'hidden';
      rises = 0;
      place();
      sight = watchSight(host, see);
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

/** A click that a key made has no count. */
function isByPointer(event: Event): boolean {
  return 'detail' in event && event.detail !== 0;
}

/** Keys press no point of the screen. */
function isOnTop(
  event: Event,
  { host, window }: { host: HTMLElement; window: Window & typeof globalThis },
): boolean {
  if (!(event instanceof window.MouseEvent) || !isByPointer(event)) return true;
  const root = host.getRootNode();
  const scope = root instanceof window.ShadowRoot ? root : window.document;
  return scope.elementFromPoint(event.clientX, event.clientY) === host;
}

function zoomOf(element: Element | null): number {
  return element?.currentCSSZoom ?? 1;
}
