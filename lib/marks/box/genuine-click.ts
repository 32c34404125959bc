/** Whether a click in the box was meant: a page may hide the box, move it, or bring it under a click on its way. */

/** What is shown has to be seen for so long before a click on it counts. */
const leastSeenMs = 300;

/** How far the box may lie from its place, in CSS pixels: browsers round. */
const slack = 2;

const sides = ['left', 'top', 'right', 'bottom'] as const;

type Corners = Readonly<Record<(typeof sides)[number], number>>;

/** How an element is drawn, as computed styles have it. */
export type Look = Readonly<
  Record<'opacity' | 'visibility' | 'filter' | (typeof effects)[number], string>
>;

export type Sight = {
  /** The host as it is drawn, and the elements around it up to the root of the page. */
  host: Look;
  around: readonly Look[];
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
export function isAsPut({ host, around, place, box, content }: Sight): boolean {
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
export function sightOf(
  host: HTMLElement,
  { content, place }: { content: Element; place: Sight['place'] },
): Sight {
  const window = host.ownerDocument.defaultView;
  const lookOf = (element: Element) => window?.getComputedStyle(element) ?? unseen;
  return {
    host: lookOf(host),
    around: aroundOf(host).map(lookOf),
    place,
    box: host.getBoundingClientRect(),
    content: content.getBoundingClientRect(),
  };
}

const unseen: Look = {
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
function aroundOf(element: Element): Element[] {
  const outer = element.parentElement ?? hostOf(element.getRootNode());
  return outer === null ? [] : [outer, ...aroundOf(outer)];
}

function hostOf(root: Node): Element | null {
  return 'host' in root && root.host instanceof Element ? root.host : null;
}
