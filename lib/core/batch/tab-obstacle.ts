/** Tabs that cannot be saved together with others. */
import type { CaptureError } from '../../contracts/errors.ts';
import { pageObstacle } from '../page-obstacle.ts';

/**
 * Gives the obstacle, or null where the tab may be tried. A file of this device is one: browsers let nobody ask for the
 * permission to read it in passing.
 */
export function tabObstacle(url: string): CaptureError | null {
  const obstacle = pageObstacle(url);
  if (obstacle !== null) return obstacle;
  return new URL(url).protocol === 'file:' ? fileOfDevice : null;
}

const fileOfDevice: CaptureError = {
  code: 'page.restricted',
  message: 'A file of this device can only be read in the tab in front.',
  retryable: false,
};
