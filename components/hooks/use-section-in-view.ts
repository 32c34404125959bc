import { type RefObject, useEffect, useState } from 'react';

/**
 * Says which of the sections is the one in view: the last whose beginning has passed the upper third of the window, or
 * the very last one where the page is at its end. Sections may come and go.
 */
export function useSectionInView(
  mainRef: RefObject<HTMLElement | null>,
  ids: readonly string[],
): string | null {
  const [inView, setInView] = useState<string | null>(null);
  const wanted = ids.join(' ');

  useEffect(() => {
    const main = mainRef.current;
    if (main === null) return undefined;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setInView(sectionAt(wanted.split(' '))));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(main);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('hashchange', look);
    look();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('hashchange', look);
    };
  }, [mainRef, wanted]);

  return inView;
}

function sectionAt(ids: readonly string[]): string | null {
  const there = ids.flatMap((id) => document.querySelector(`#${id}`) ?? []);
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isScrolled = scrollHeight > clientHeight + 1;
  if (isScrolled && scrollTop + clientHeight >= scrollHeight - 2) return there.at(-1)?.id ?? null;
  const line = clientHeight / 3;
  const passed = there.filter((section) => section.getBoundingClientRect().top <= line);
  return (passed.at(-1) ?? there[0])?.id ?? null;
}
