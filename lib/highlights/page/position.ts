export type Area = { left: number; top: number; right: number; bottom: number };
/** `growth`: how much taller the box can become while shown. */
export type Size = { width: number; height: number; growth?: number };
/** Distance to the text and to the edge of the viewport. */
const gap = 8;

/** Places the box next to the text, or in a corner of the viewport if the text fills it or is out of view. */
export function placeFor(
  words: Area | null,
  size: Size,
  { view, isAskedFor }: { view: Size; isAskedFor: boolean },
): { x: number; y: number } | null {
  const beside = words === null ? null : besideArea(words, size, view);
  if (beside !== null) return beside;
  const fits = size.width <= view.width && size.height <= view.height;
  const isFilled = fits && words !== null && isInSight(words, view);
  return isAskedFor || isFilled ? cornerOf(size, view) : null;
}

export function besideArea(words: Area, size: Size, view: Size): { x: number; y: number } | null {
  if (!isInSight(words, view)) return null;
  const { width, height, growth = 0 } = size;
  const x = within(words.right - width / 2, gap, view.width - width - gap);
  const below = words.bottom + gap;
  if (below + height + growth <= view.height) return { x, y: below };
  const above = words.top - gap - height;
  if (above - growth >= 0) return { x, y: above };
  if (growth > 0) return besideArea(words, { width, height }, view);
  const y = within(words.bottom - height, gap, view.height - height - gap);
  const after = words.right + gap;
  if (after + width <= view.width) return { x: after, y };
  const before = words.left - gap - width;
  return before >= 0 ? { x: before, y } : null;
}

export function cornerOf(size: Size, view: Size): { x: number; y: number } {
  return {
    x: edge(view.width - size.width),
    y: edge(view.height - size.height),
  };
}

function edge(room: number): number {
  return room < 0 ? gap : Math.max(room - gap, room / 2);
}

function isInSight(words: Area, view: Size): boolean {
  return words.bottom > 0 && words.top < view.height && words.right > 0 && words.left < view.width;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

type PageWindow = Window & typeof globalThis;

/** Returns the outermost accessible page that can show the box, and the frames in between, innermost first. */
export function enclosingPage(window: PageWindow): { window: PageWindow; frames: Element[] } {
  const frame = window.frameElement;
  const outer = frame?.localName === 'iframe' ? frame.ownerDocument.defaultView : null;
  if (frame === null || outer === null) return { window, frames: [] };
  const further = enclosingPage(outer);
  return { ...further, frames: [frame, ...further.frames] };
}

/** Converts an area to the enclosing page's coordinates; null if the frames don't show it. */
export function areaInEnclosingPage(area: Area, frames: readonly Element[]): Area | null {
  return frames.reduce<Area | null>((inner, frame) => inner && areaOutside(inner, frame), area);
}

function areaOutside({ left, top, right, bottom }: Area, frame: Element): Area | null {
  const { clientLeft, clientTop, clientWidth, clientHeight } = frame;
  if (right <= 0 || bottom <= 0 || left >= clientWidth || top >= clientHeight) return null;
  const box = frame.getBoundingClientRect();
  // `clientWidth` leaves out the border.
  const full = 'offsetWidth' in frame ? Number(frame.offsetWidth) : box.width;
  const scale = full === 0 ? 1 : box.width / full;
  const x = (value: number) =>
    box.left + (clientLeft + Math.max(0, Math.min(value, clientWidth))) * scale;
  const y = (value: number) =>
    box.top + (clientTop + Math.max(0, Math.min(value, clientHeight))) * scale;
  return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) };
}
