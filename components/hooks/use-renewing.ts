import { useEffect } from 'react';

const renewEveryMs = 5_000;

/**
 * Asks for a list again, time after time, while something in it moves by itself. A background that ended over its work
 * tells nothing more; being asked brings the next one to go on with it.
 */
export function useRenewing(isMoving: boolean, renew: () => Promise<void>): void {
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void renew();
    }, renewEveryMs);
    return () => clearInterval(timer);
  }, [isMoving, renew]);
}
