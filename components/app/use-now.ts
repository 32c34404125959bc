import { useEffect, useState } from 'react';
import { useBridge } from './bridge.ts';

/** Returns the time in milliseconds since the epoch, and updates it regularly unless `everyMs` is null. */
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
