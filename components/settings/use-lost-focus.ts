import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus to the heading of a section once what had it is gone. An effect, since only then is it known that
 * nothing took its place; where nothing had the focus before, nothing gets it.
 */
export function useLostFocus(): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const hadFocus = useRef(false);

  useEffect(() => {
    const section = headingRef.current?.closest('section');
    const note = () => {
      hadFocus.current = section?.contains(document.activeElement) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      headingRef.current?.focus({ preventScroll: true });
  });
  return headingRef;
}
