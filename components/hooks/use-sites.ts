import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AllowedSite } from '../../lib/contracts/highlights.ts';
import { useBridge } from './bridge.ts';

export type SitesState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; sites: readonly AllowedSite[] };

/** The sites where marks are on by themselves, kept true while it is looked at. */
export function useSites(): { state: SitesState; reload: () => void } {
  const { ask, onEvent } = useBridge();
  const [state, setState] = useState<SitesState>({ status: 'loading' });

  const latestRef = useRef(0);

  const load = useCallback(async () => {
    latestRef.current += 1;
    const mine = latestRef.current;
    const listed = await ask('sites.list', {});
    // Asked again meanwhile: the later answer counts.
    if (mine !== latestRef.current) return;
    if (listed.ok) setState({ status: 'ready', sites: listed.value.sites });
    else setState({ status: 'failed', error: listed.error });
  }, [ask]);

  useEffect(() => {
    const look = () => void load();
    const stop = onEvent(({ event }) => {
      if (event === 'sites.changed' || event === 'everything.forgotten') look();
    });
    look();
    return stop;
  }, [load, onEvent]);

  const reload = useCallback(() => {
    setState({ status: 'loading' });
    void load();
  }, [load]);

  return { state, reload };
}
