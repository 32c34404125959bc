/** Whether a click in the box was meant: a page may hide the box, move it, or bring it under a click on its way. */
/** What is shown has to be seen for so long before a click on it counts. */
const leastSeenMs = 300;

/** How far the box may lie from its place, in CSS pixels: browsers round. */
const slack = 2;

const sides = ['left', 'top', 'right', 'bottom'] as const;

type Corners = Readonly<Record<(typeof sides)[number], number>>;

/** How an element is drawn, as computed styles have it. */
export type ComputedLook = Readonly<
  Record<'opacity' | 'visibility' | 'filter' | (typeof effects)[number], string>
>;

export type BoxAppearance = {
  /** The host as it is drawn, and the elements around it up to the root of the page. */
  host: ComputedLook;
  ancestors: readonly ComputedLook[];
  /** Where it was put; null while it is not to be seen. */
  place: { x: number; y: number } | null;
  /** Where the host is, and what it holds. */
  box: Corners;
  content: Corners;
};

/** What could change how the box looks without changing where it is. */
const effects = [
  'transform',
  'translate',
  'rotate',
  'scale',
  'clip',
  'clipPath',
  'maskImage',
  'mixBlendMode',
] as const;

/** Whether a click was on its way to something else when the box came to its place; both in milliseconds. */
export function isTooSoon(clickedAt: number, seenSince: number): boolean {
  return clickedAt - seenSince < leastSeenMs;
}

/** Whether the box is to be seen, where and as Keepsake put it. */
export function isShownAsPlaced({
  host,
  ancestors: around,
  place,
  box,
  content,
}: BoxAppearance): boolean {
  const root = around.at(-1) ?? host;
  return (
    place !== null &&
    host.visibility === 'visible' &&
    [host, ...around].every(({ opacity }) => opacity === '1') &&
    [host, root].every((look) => effects.every((name) => isNone(look[name]))) &&
    isNone(host.filter) &&
    isReadable(root.filter) &&
    isNear(box.left, place.x) &&
    isNear(box.top, place.y) &&
    sides.every((side) => isNear(box[side], content[side]))
  );
}

/** Looks at the host and all around it. */
export function appearanceOf(
  host: HTMLElement,
  { content, place }: { content: Element; place: BoxAppearance['place'] },
): BoxAppearance {
  const window = host.ownerDocument.defaultView;
  const lookOf = (element: Element) => window?.getComputedStyle(element) ?? unseen;
  return {
    host: lookOf(host),
    ancestors: ancestorsOf(host).map(lookOf),
    place,
    box: host.getBoundingClientRect(),
    content: content.getBoundingClientRect(),
  };
}

const unseen: ComputedLook = {
  opacity: '0',
  visibility: 'hidden',
  transform: '',
  translate: '',
  rotate: '',
  scale: '',
  clip: '',
  clipPath: '',
  maskImage: '',
  filter: '',
  mixBlendMode: '',
};

/** An effect that a browser does not know is not drawn. */
function isNone(value: string | undefined): boolean {
  return value === undefined || ['', 'none', 'normal', 'auto'].includes(value);
}

/** Of the least to the greatest contrast or brightness that a filter of the page's may leave. */
const readable = { least: 0.4, most: 2.5 } as const;

/**
 * Whether a filter only changes colours, as those do by which people have every page dark. Half an inversion, no contrast
 * and no light leave nothing to be seen, nor do several that come to the same.
 */
export function isReadable(filter: string): boolean {
  if (isNone(filter)) return true;
  const functions = [...filter.matchAll(/([\w-]+)\(([^()]*)\)/g)];
  if (functions.map(([all]) => all).join(' ') !== filter) return false;
  const left = functions.map(([, name, amount]) =>
    leftBy(name ?? '', Number.parseFloat(amount ?? '')),
  );
  const least = left.reduce((product, one) => product * Math.min(one, 1), 1);
  const most = left.reduce((product, one) => product * Math.max(one, 1), 1);
  return least >= readable.least && most <= readable.most;
}

/** How much of the differences a filter leaves: 1 for all of them. */
function leftBy(name: string, amount: number): number {
  switch (name) {
    case 'invert':
      return Math.abs(1 - 2 * amount);
    case 'brightness':
    case 'contrast':
      return amount;
    case 'hue-rotate':
    case 'sepia':
    case 'grayscale':
    case 'saturate':
      return 1;
    default:
      return Number.NaN;
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= slack;
}

/** The elements around one, also those that its shadow root stands in. */
function ancestorsOf(element: Element): Element[] {
  const outer = element.parentElement ?? hostOf(element.getRootNode());
  return outer === null ? [] : [outer, ...ancestorsOf(outer)];
}

function hostOf(root: Node): Element | null {
  return 'host' in root && root.host instanceof Element ? root.host : null;
}

/** The second version of IntersectionObserver; the delay is the least that the browser allows, in milliseconds. */
const tracking: IntersectionObserverInit & { trackVisibility: true; delay: 100 } = {
  trackVisibility: true,
  delay: 100,
};

type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Says whether nothing lies over an element and no effect changes it, at first and whenever that changes, until it is
 * ended. Chromium knows, also of what is above everything and lets every click through. For a browser that does not know,
 * an element that is above everything counts as seen while it is the only one there.
 */
export function watchVisibility(element: Element, onChange: (isVisible: boolean) => void): Watch {
  const { IntersectionObserver } = element.ownerDocument.defaultView ?? globalThis;
  if (!('trackVisibility' in IntersectionObserver.prototype))
    return watchTopLayer(element, onChange);
  const observer = new IntersectionObserver((entries) => {
    const last: VisibilityEntry | undefined = entries.at(-1);
    onChange(last?.isVisible === true);
  }, tracking);
  observer.observe(element);
  return { look: () => {}, end: () => observer.disconnect() };
}

/** Between two looks, by chance, so that nothing can come and go between all of them. */
const lookMs = { least: 40, most: 120 } as const;

/** Looking takes a twentieth of the time at most, however large the page is. */
const restFactor = 20;

export type Watch = {
  /** Looks now, and not only when it is time to. */
  look: () => void;
  end: () => void;
};

/** Says whether the page shows nothing else above everything, at first and whenever that changes. */
export function watchTopLayer(host: Element, onChange: (isAlone: boolean) => void): Watch {
  const window = host.ownerDocument.defaultView ?? globalThis.window;
  let last: boolean | null = null;
  let timer: number | undefined;
  lookOn();

  function look(): void {
    const isAlone = rootsIn(host.ownerDocument).every((root) => isAloneIn(root, host));
    if (isAlone === last) return;
    last = isAlone;
    onChange(isAlone);
  }

  function lookOn(): void {
    const began = window.performance.now();
    look();
    const rest = (window.performance.now() - began) * restFactor;
    const chance = lookMs.least + Math.random() * (lookMs.most - lookMs.least);
    timer = window.setTimeout(lookOn, Math.max(chance, rest));
  }

  return { look, end: () => window.clearTimeout(timer) };
}

/** The box itself and the dialog that it stands in lie over nothing of it. */
function isAloneIn(root: Root, host: Element): boolean {
  return [...root.querySelectorAll(':popover-open, :modal, :fullscreen')].every(
    (element) => element.contains(host) || !element.checkVisibility(),
  );
}

type Root = Document | ShadowRoot;

function rootsIn(root: Root): Root[] {
  const inner = [...root.querySelectorAll('*')].flatMap((element) => shadowOf(element) ?? []);
  return [root, ...inner.flatMap(rootsIn)];
}

/** Firefox gives closed ones to extensions too. */
function shadowOf(
  element: Element & { openOrClosedShadowRoot?: ShadowRoot | null },
): ShadowRoot | null {
  return element.openOrClosedShadowRoot ?? element.shadowRoot;
}
