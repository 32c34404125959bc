import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Where the pages go and the button that begins, always in reach; what is chosen above is scrolled clear of it. */
export function BatchFoot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);

  // Its height depends on the words in it, which differ from one choice and one language to the next.
  useLayoutEffect(() => {
    const foot = ref.current;
    if (foot === null) return undefined;
    const observer = new ResizeObserver(() =>
      foot.parentElement?.style.setProperty('--batch-foot', `${foot.offsetHeight}px`),
    );
    observer.observe(foot);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="batch-foot" ref={ref}>
      {children}
    </div>
  );
}
