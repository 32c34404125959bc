/** Keeps the script from running twice in one page, which it may be brought into by the site and by a click. */
import type { Marks } from './start-marks.ts';

/** Only scripts of this extension see it: a page has a window object of its own. */
const key = Symbol.for('keepsake.marks');

type Home = Window & { [key]?: Marks };

/**
 * Starts it once the page has its body; `prepare` comes before any script of a page that is only just loaded. One that
 * runs lists its marks anew; one left by an update is taken away.
 */
export function runOnce<T extends { stop: () => void }>(
  window: Home,
  { prepare, start }: { prepare: () => T; start: (prepared: T) => Marks },
): void {
  const earlier = window[key];
  if (earlier?.isConnected() === true) return earlier.refresh();
  earlier?.stop();
  const { document } = window;
  const prepared = prepare();
  if (document.readyState !== 'loading') {
    window[key] = start(prepared);
    return;
  }
  const begin = () => {
    if (window[key] === undefined) window[key] = start(prepared);
    else prepared.stop();
  };
  document.addEventListener('DOMContentLoaded', begin, { once: true });
}
