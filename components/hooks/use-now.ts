import { useEffect, useState } from 'react';
import { useBridge } from './bridge.ts';

/** Gives the time in milliseconds since the epoch, renewed every `everyMs`; null stands still. */
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
