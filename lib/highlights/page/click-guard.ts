/** Pages can hide, move or uncover the box just before a click, so it must have been visible this long. */
const leastSeenMs = 300;
/** Tolerance in CSS pixels, because browsers round positions. */
const slack = 2;
const sides = ['left', 'top', 'right', 'bottom'] as const;
type Corners = Readonly<Record<(typeof sides)[number], number>>;

export type ComputedLook = Readonly<
  Record<'opacity' | 'visibility' | 'filter' | (typeof effects)[number], string>
>;

export type BoxAppearance = {
  /** Computed styles of the host; `ancestors` has the styles of its ancestors up to the root. */
  host: ComputedLook;
  ancestors: readonly ComputedLook[];
  /** Null while the box is hidden. */
  place: { x: number; y: number } | null;
  box: Corners;
  content: Corners;
};

/** Properties that can change an element's appearance without changing its layout. */
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

/** `clickedAt` and `seenSince` are times in milliseconds. */
export function isTooSoon(clickedAt: number, seenSince: number): boolean {
  return clickedAt - seenSince < leastSeenMs;
}

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

export function appearanceOf(
  host: HTMLElement,
  { content, place }: { content: Element; place: BoxAppearance['place'] },
): BoxAppearance {
  const window = host.ownerDocument.defaultView ?? globalThis;
  const lookOf = (element: Element) => window.getComputedStyle(element);
  return {
    host: lookOf(host),
    ancestors: ancestorsOf(host).map(lookOf),
    place,
    box: host.getBoundingClientRect(),
    content: content.getBoundingClientRect(),
  };
}

/** The value is undefined in browsers that don't know the property. */
function isNone(value: string | undefined): boolean {
  return value === undefined || ['', 'none', 'normal', 'auto'].includes(value);
}

/** How much contrast and brightness the page's filters must leave. */
const readable = { least: 0.4, most: 2.5 } as const;

/** Accepts the filters of dark-mode extensions, but not half an inversion, for example, which would hide the box. */
export function isReadable(filter: string): boolean {
  if (isNone(filter)) return true;
  const functions = [...filter.matchAll(/([\w-]+)\(([^()]*)\)/g)];
  if (functions.map(([all]) => all).join(' ') !== filter) return false;
  const left = functions.map(
    ([, name = '', amount = '']) =>
      contrastLeft.get(name)?.(Number.parseFloat(amount)) ?? Number.NaN,
  );
  const least = left.reduce((product, one) => product * Math.min(one, 1), 1);
  const most = left.reduce((product, one) => product * Math.max(one, 1), 1);
  return least >= readable.least && most <= readable.most;
}

/** Contrast that a filter leaves; 1 if it's unchanged. Filters not listed count as hiding the box. */
const contrastLeft = new Map<string, (amount: number) => number>([
  ['invert', (amount) => Math.abs(1 - 2 * amount)],
  ['brightness', (amount) => amount],
  ['contrast', (amount) => amount],
  ['hue-rotate', () => 1],
  ['sepia', () => 1],
  ['grayscale', () => 1],
  ['saturate', () => 1],
]);

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= slack;
}

/** Returns all ancestors, including those outside a shadow root. */
function ancestorsOf(element: Element): Element[] {
  const outer = element.parentElement ?? hostOf(element.getRootNode());
  return outer === null ? [] : [outer, ...ancestorsOf(outer)];
}

function hostOf(root: Node): Element | null {
  return 'host' in root && root.host instanceof Element ? root.host : null;
}

/** The shortest delay browsers allow. */
const tracking: IntersectionObserverInit & { trackVisibility: true; delay: 100 } = {
  trackVisibility: true,
  delay: 100,
};

/** Watches whether an element is visible. Outside Chromium, it counts as visible if it's alone in the top layer. */
export function watchVisibility(element: Element, onChange: (isVisible: boolean) => void): Watch {
  const { IntersectionObserver } = element.ownerDocument.defaultView ?? globalThis;
  if (!('trackVisibility' in IntersectionObserver.prototype))
    return watchTopLayer(element, onChange);
  const observer = new IntersectionObserver((entries) => {
    const last: (IntersectionObserverEntry & { isVisible?: boolean }) | undefined = entries.at(-1);
    onChange(last?.isVisible === true);
  }, tracking);
  observer.observe(element);
  return { look: () => {}, end: () => observer.disconnect() };
}

/** Time between checks. Random, so that the page can't show something only between them. */
const lookMs = { least: 40, most: 120 } as const;
/** Rest 20 times as long as a check took, so that checks use at most 5% of the time. */
const restFactor = 20;

export type Watch = {
  look: () => void;
  end: () => void;
};

/** Calls back immediately and on every change. */
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

/** The box and the dialog around it don't cover the box. */
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

/** Firefox also gives extensions access to closed shadow roots. */
function shadowOf(
  element: Element & { openOrClosedShadowRoot?: ShadowRoot | null },
): ShadowRoot | null {
  return element.openOrClosedShadowRoot ?? element.shadowRoot;
}
