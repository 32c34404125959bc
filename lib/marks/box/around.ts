/**
 * The page around a frame. What is shown for words in a frame stands in the outermost page of the same site, where it has
 * room, and where no filter that makes all of that page dark lies over it: above everything there is outside of that.
 */
import type { Area } from './position.ts';

export type Around = {
  window: Window & typeof globalThis;
  /** The frames from the words outwards; none where the words stand in that page itself. */
  frames: readonly Element[];
};

/** A page of another site around a frame may not be looked into, and a set of frames shows nothing but these. */
export function pageAround(window: Window & typeof globalThis): Around {
  const frame = window.frameElement;
  const outer = frame?.localName === 'iframe' ? frame.ownerDocument.defaultView : null;
  if (frame === null || outer === null) return { window, frames: [] };
  const further = pageAround(outer);
  return { ...further, frames: [frame, ...further.frames] };
}

/** Gives where something in the frames is in the page around them; null where a frame shows nothing of it. */
export function areaAround(area: Area, frames: readonly Element[]): Area | null {
  return frames.reduce<Area | null>((within, frame) => within && areaOutside(within, frame), area);
}

function areaOutside({ left, top, right, bottom }: Area, frame: Element): Area | null {
  const { clientLeft, clientTop, clientWidth, clientHeight } = frame;
  if (right <= 0 || bottom <= 0 || left >= clientWidth || top >= clientHeight) return null;
  const box = frame.getBoundingClientRect();
  // Its border counts, which a width of the client leaves out.
  const full = 'offsetWidth' in frame ? Number(frame.offsetWidth) : box.width;
  const scale = full === 0 ? 1 : box.width / full;
  const x = (value: number) =>
    box.left + (clientLeft + Math.max(0, Math.min(value, clientWidth))) * scale;
  const y = (value: number) =>
    box.top + (clientTop + Math.max(0, Math.min(value, clientHeight))) * scale;
  return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) };
}
