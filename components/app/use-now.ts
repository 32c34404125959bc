import { useEffect, useState } from 'react';
import { useBridge } from './bridge.ts';

/** Gives the time in milliseconds since the epoch, updated every `everyMs`; null stops the updates. */
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
