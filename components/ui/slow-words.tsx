import { useEffect, useState } from 'react';

/** Shows its text after a second. */
export function SlowWords({ words, className }: { words: string; className: string }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <p className={className}>{words}</p> : null;
}
