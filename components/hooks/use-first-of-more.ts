import { useEffect, useRef } from 'react';

/** Once more rows of a list are shown than before, the focus goes on to the first of them. */
export function useFirstOfMore(listRef: { current: HTMLElement | null }, shown: number): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown > before.current) {
      listRef.current?.children[before.current]?.querySelector<HTMLElement>('a, button')?.focus();
    }
    before.current = shown;
  }, [listRef, shown]);
}
