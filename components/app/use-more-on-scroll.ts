import { use, useEffect, useRef, useState } from 'react';
import { IsVisible } from './use-query.ts';

/** Rows drawn at first, and added each time. */
const portion = 50;
/** How close to the last row the person scrolls before more are added. */
const ahead = '800px';

type Growing = {
  count: number;
  /** While true, nothing more is requested. */
  isBusy: boolean;
  /** Loads more rows; null if there are none. */
  more: (() => void) | null;
};

/** Draws more rows as the person scrolls towards `endRef`, and loads more before they run out. */
export function useMoreOnScroll({ count, isBusy, more }: Growing) {
  const isShown = use(IsVisible);
  const endRef = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState(portion);
  const isEnd = limit >= count && (more === null || isBusy);

  useEffect(() => {
    const end = endRef.current;
    if (end === null || isEnd || !isShown) return undefined;
    // A new observer fires again if the end is still in view after rows were added.
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        if (limit < count) setLimit(limit + portion);
        else more?.();
      },
      { root: end.closest('.panel-view'), rootMargin: ahead },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [isEnd, isShown, limit, count, more]);
  return { limit, endRef };
}
