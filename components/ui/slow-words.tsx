import { useEffect, useState } from 'react';

/** Says what goes on once it has taken more than a second; shorter work needs no words. */
export function SlowWords({ words, className }: { words: string; className: string }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 1_000);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <p className={className}>{words}</p> : null;
}
