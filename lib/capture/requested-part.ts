/** Passes the requested part to the capture script, because a script injected from a file has no arguments. */
import type { PagePart } from './schema.ts';

type Requesting = { keepsakePart?: unknown };

/** Runs in the page's isolated world, without this file's scope. */
export function requestPart(part: PagePart): void {
  (globalThis as Requesting).keepsakePart = part;
}

/** Returns the part requested for this capture; the article if there is none. */
export function takeRequestedPart(): PagePart {
  const world = globalThis as Requesting;
  const { keepsakePart } = world;
  delete world.keepsakePart;
  return keepsakePart === 'page' ? 'page' : 'article';
}
