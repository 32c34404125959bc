/** The site of a page, as the browser's permissions name it. */
import { originPattern } from '../connections/origins.ts';
import { pageObstacle } from '../page-obstacle.ts';

/** Gives the pattern for the site of an address; null for a page on which no mark can be drawn. */
export function sitePatternOf(url: string): string | null {
  if (pageObstacle(url) !== null) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? originPattern(origin) : null;
}
