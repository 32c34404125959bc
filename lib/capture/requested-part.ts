/** Passes the requested part to the capture script, because a script injected from a file has no arguments. */
import type { PagePart } from './schema.ts';

/** Runs in the page's isolated world, without this file's scope. */
export function requestPart(part: PagePart): void {
  Reflect.set(globalThis, 'keepsakePart', part);
}

/** Returns the part requested for this capture; the article if there is none. */
export function takeRequestedPart(): PagePart {
  const part: unknown = Reflect.get(globalThis, 'keepsakePart');
  Reflect.deleteProperty(globalThis, 'keepsakePart');
  return part === 'page' ? 'page' : 'article';
}
