/** Shows one element next to a selection or highlight, ignoring unintended clicks and keys. */
import {
  isShownAsPlaced,
  isTooSoon,
  appearanceOf,
  watchVisibility,
  type Watch,
} from './click-guard.ts';
import { areaInEnclosingPage, enclosingPage, placeFor } from './position.ts';
import { direction, language } from '../../i18n/i18n.ts';
import { elementOf } from './selection.ts';

export type HighlightBox = ReturnType<typeof createHighlightBox>;

export type BoxContent = {
  content: HTMLElement;
  /** The text next to the box. A modal dialog around the text gets the box, because the rest of the page is inert. */
  range: Range;
  /** The person asked for the box, so it's shown even if its text is out of view. */
  isAskedFor: boolean;
  growth?: () => number;
  onEscape: () => void;
  /** Called instead of `onEscape` if the page covers the box. */
  onCovered?: () => void;
  /** Called to restore focus after the box was moved on top. */
  focus?: () => void;
  /** Called on Ctrl or ⌘ with Enter. */
  onConfirm?: () => void;
};

/** How many times the box is moved above elements the page puts on top. */
const mostRises = 5;

/** Creates the box and listens for keys early, so that the page can't stop key events first. */
export function createHighlightBox(own: Window & typeof globalThis) {
  const { window, frames } = enclosingPage(own);
  const { document } = window;
  const ending = new AbortController();
  let host: HTMLElement | null = null;
  let shown: BoxContent | null = null;
  let at: { x: number; y: number } | null = null;
  /** When the box last appeared, moved or became visible. */
  let seenSince = 0;
  /** Null before the browser's first report. */
  let isInSight: boolean | null = null;
  let rises = 0;
  /** Visibility at the start of a press, because the page could uncover the box right after it. */
  let pressSight: ReturnType<typeof sightAt> = 'hidden';
  let sight: Watch | null = null;
  let isTouched = false;
  /** Escape is still held; the page must not get its keyup. */
  let isEscaping = false;
  /** Confirming waits for keyup, which the page would otherwise receive. */
  let isConfirming = false;
  const touches = new window.MutationObserver(() => (isTouched = true));

  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    window.addEventListener(type, hear, { capture: true, signal: ending.signal });
  }
  const moving = { capture: true, passive: true, signal: ending.signal };
  for (const moved of [own, ...frames.flatMap((frame) => frame.ownerDocument.defaultView ?? [])]) {
    for (const type of ['scroll', 'resize']) moved.addEventListener(type, place, moving);
  }
  // Removing the frame wouldn't remove the box, which is outside it.
  if (own !== window) own.addEventListener('pagehide', hide, { signal: ending.signal });

  function hear(event: KeyboardEvent): void {
    const isOurs = isEndOfEscape(event) || (host !== null && event.target === host);
    if (!isOurs) return;
    event.stopImmediatePropagation();
    press(event);
  }

  /** Returns whether the event is part of the Escape press that was handled. The next press belongs to the page. */
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

  /** Ignores early clicks; clicks on a hidden button close the box. */
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
      isShownAsPlaced(appearanceOf(host, { content: shown.content, place: at })) &&
      isOnTop(event, { host, window })
    );
  }

  /** Moves a covered box back on top. Anything above it in the top layer covers it, even transparent parts. */
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

  function place(): void {
    if (host === null || shown === null) return;
    if (touches.takeRecords().length > 0) isTouched = true;
    // Counteracts the page's zoom.
    host.style.setProperty('zoom', `${1 / (host.parentElement?.currentCSSZoom ?? 1)}`, 'important');
    const { width, height } = shown.content.getBoundingClientRect();
    const { isAskedFor, growth } = shown;
    const next = placeFor(
      areaInEnclosingPage(shown.range.getBoundingClientRect(), frames),
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
    /** The document that shows the box: the outermost of the same origin. */
    document,
    show(next: BoxContent): void {
      hide();
      shown = next;
      host = makeHost(document, {
        content: next.content,
        onPress: (event) => (pressSight = sightAt(event)),
        onClick: weigh,
      });
      parentFor(document, frames.at(-1) ?? next.range.commonAncestorContainer).append(host);
      host.showPopover?.();
      touches.observe(host, { attributes: true });
      isInSight = null;
      pressSight = 'hidden';
      rises = 0;
      place();
      sight = watchVisibility(host, see);
    },
    hide,
    place,
    isShown: () => host?.isConnected === true,
    hasFocus: () => host !== null && document.activeElement === host,
    press,
    holds: (event: Event) => host !== null && event.target === host,
    stop(): void {
      hide();
      ending.abort();
    },
  };
}

/** Keyboard clicks have a click count of 0. */
function isByPointer(event: Event): boolean {
  return 'detail' in event && event.detail !== 0;
}

/** Returns whether the box is on top at the event's position; true for key events, which have none. */
function isOnTop(
  event: Event,
  { host, window }: { host: HTMLElement; window: Window & typeof globalThis },
): boolean {
  if (!(event instanceof window.MouseEvent) || !isByPointer(event)) return true;
  const root = host.getRootNode();
  const scope = root instanceof window.ShadowRoot ? root : window.document;
  return scope.elementFromPoint(event.clientX, event.clientY) === host;
}

const pointed = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'];
const clicked = ['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'focusin', 'focusout'];

const hostStyle =
  'all: initial; display: block; position: fixed; inset: auto; left: 0; top: 0; margin: 0; z-index: 2147483647; visibility: visible;';

/** Creates the host, which hides presses and clicks from the page. */
function makeHost(
  document: Document,
  {
    content,
    onPress,
    onClick,
  }: Record<'onPress' | 'onClick', (event: Event) => void> & { content: HTMLElement },
): HTMLElement {
  const host = document.createElement('div');
  // Inline, so that page styles can't override it.
  host.style.cssText = hostStyle.replaceAll(';', ' !important;');
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
    // Firefox doesn't let extension scripts adopt style sheets (bug 1928865).
    const element = root.ownerDocument.createElement('style');
    element.textContent = boxStyle;
    root.append(element);
  }
}

/** Modal dialogs and full-screen elements block clicks outside them, so the box goes inside. Frames can't hold it. */
function parentFor({ fullscreenElement, documentElement }: Document, near: Node): Element {
  const full = fullscreenElement?.localName === 'iframe' ? null : fullscreenElement;
  return elementOf(near)?.closest('dialog:modal') ?? full ?? documentElement;
}

/** Page styles don't apply here. No font is named, because the page could redefine it. */
export const boxStyle = `
  * { box-sizing: border-box; margin: 0; font: inherit; color: inherit; }
  [data-words]::before { content: attr(data-words); }
  .box {
    --line: light-dark(#8d8372, #7f7667);
    --accent: light-dark(#1d5c4c, #8bcfb8);
    color-scheme: light dark;
    display: flex; flex-direction: column; gap: 8px; max-inline-size: min(340px, calc(100vw - 16px));
    max-block-size: calc(100vh - 16px); overflow: auto; padding: 12px; border: 1px solid var(--line); border-radius: 8px;
    background: light-dark(#fffdf8, #24211d); color: light-dark(#241f19, #f2ece1);
    font: 14px/1.45 system-ui, sans-serif;
    text-align: start; box-shadow: 0 6px 18px rgb(0 0 0 / 25%); animation: come 120ms;
  }
  .box.tools { flex-direction: row; gap: 4px; padding: 4px; }
  .box.wide { inline-size: 340px; }
  @keyframes come { from { opacity: 0; } }
  h2 { font-size: 14px; font-weight: 600; }
  blockquote {
    max-block-size: 96px; overflow: auto; padding-inline-start: 8px; border-inline-start: 3px solid #e5a823;
    white-space: pre-line; overflow-wrap: anywhere;
  }
  p { overflow-wrap: anywhere; white-space: pre-line; }
  .cards { display: grid; align-items: start; }
  .card {
    grid-area: 1 / 1; min-inline-size: 0; max-block-size: min(240px, 40vh); overflow: auto;
    display: flex; flex-direction: column; gap: 8px;
  }
  .card > * { flex: none; }
  .card[inert] { visibility: hidden; }
  .field { display: flex; flex-direction: column; gap: 4px; }
  iframe { flex: none; inline-size: 100%; border: 1px solid var(--line); border-radius: 4px; outline: none; }
  iframe.active { outline: 2px solid var(--accent); outline-offset: -1px; }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  .hint { font-size: 12px; color: light-dark(#585045, #c4bbac); }
  .error { color: light-dark(#9c2b22, #f5a99c); }
  .error:not([data-words]), [data-words=""] { display: none; }
  button {
    min-block-size: 32px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer;
    background: light-dark(#ffffff, #2c2924); font-weight: 600;
  }
  button:hover { border-color: currentColor; }
  button.first { border-color: transparent; background: light-dark(#1d5c4c, #6fb9a0); color: light-dark(#fffdf8, #10231c); }
  button.swatch { inline-size: 32px; padding: 0; border-radius: 50%; background: var(--swatch); forced-color-adjust: none; }
  .swatch[aria-pressed="true"] { outline: 3px solid #241f19; outline-offset: -7px; }
  .yellow { --swatch: #fbe29a; } .green { --swatch: #cbeeb2; } .blue { --swatch: #c2e2fc; }
  .pink { --swatch: #fdcfdc; } .purple { --swatch: #e3d6fb; }
  button:disabled { opacity: 0.6; cursor: default; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  @media (pointer: coarse) { button { min-block-size: 44px; } }
  @media (prefers-reduced-motion: reduce) { .box { animation: none; } }
  @media (forced-colors: active) {
    .box, button, iframe { border-color: CanvasText; }
    :focus-visible, iframe.active { outline-color: Highlight; }
  }
`;

/** Scripts injected into every frame must skip the comment field: an empty page in our closed shadow root. */
export function isCommentFrame({ frameElement, location }: Window): boolean {
  if (frameElement === null || location.href !== 'about:blank') return false;
  const root = frameElement.getRootNode();
  // `instanceof` fails across frames.
  return (
    isShadowRoot(root) && root.mode === 'closed' && root.host.getAttribute('popover') === 'manual'
  );
}

function isShadowRoot(root: Node): root is ShadowRoot {
  return 'host' in root && 'mode' in root;
}
