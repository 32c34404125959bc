import { useEffect, useState } from 'react';
import { useBridge } from './bridge.ts';

/** In milliseconds since the epoch; null stops the updates. */
export function useNow(everyMs: number | null): number {
  const { now } = useBridge();
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, now]);
  return time;
}
