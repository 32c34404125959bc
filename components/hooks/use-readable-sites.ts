import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from './bridge.ts';

export type ReadableSites = {
  /** Empty until it is known. */
  patterns: readonly string[];
  error: AppError | null;
  /** Gives the permission back; tells whether that was done. */
  release: (pattern: string) => Promise<boolean>;
};

/** What the browser lets Keepsake read beside the sites where marks are on, kept true while it is looked at. */
export function useReadableSites(): ReadableSites {
  const { ask, onEvent } = useBridge();
  const [patterns, setPatterns] = useState<readonly string[]>([]);
  const [error, setError] = useState<AppError | null>(null);

  const load = useCallback(async () => {
    const listed = await ask('sites.readable', {});
    if (listed.ok) setPatterns(listed.value.patterns);
    setError(listed.ok ? null : listed.error);
  }, [ask]);

  useEffect(() => {
    const look = () => void load();
    const stop = onEvent(({ event }) => {
      if (event === 'sites.changed' || event === 'everything.forgotten') look();
    });
    look();
    return stop;
  }, [load, onEvent]);

  const release = useCallback(
    async (pattern: string) => {
      const released = await ask('sites.release', { pattern });
      if (released.ok) await load();
      else setError(released.error);
      return released.ok;
    },
    [ask, load],
  );

  return { patterns, error, release };
}
