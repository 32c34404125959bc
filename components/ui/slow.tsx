import { type ReactNode, useEffect, useState } from 'react';

/** Shows its content after a second. */
export function Slow({ children }: { children: ReactNode }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? children : null;
}
