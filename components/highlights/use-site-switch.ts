import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { useBridge } from '../app/bridge.ts';
import { webHost } from '../ui/web-host.ts';
import { t } from '../../lib/i18n/i18n.ts';

type SiteSwitch = {
  isWorking: boolean;
  /** Why the last turn of the switch did not happen; null also where the person declined. */
  error: AppError | null;
  /** Gives whether marks are on there now; must be called in the person's click itself. */
  turnOn: (pattern: string) => Promise<boolean>;
  turnOff: (pattern: string) => Promise<boolean>;
};

/** Turns marks on and off for a site, asking the browser for its permission in the click. */
export function useSiteSwitch(): SiteSwitch {
  const { ask, requestOrigins } = useBridge();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  const tell = useCallback(
    async (name: 'sites.allow' | 'sites.remove', pattern: string) => {
      const told = await ask(name, { pattern });
      setError(told.ok ? null : told.error);
      return told.ok;
    },
    [ask],
  );

  const turnOn = useCallback(
    async (pattern: string) => {
      setIsWorking(true);
      // Told before anything is awaited: the popup can be gone by the time the person has said yes.
      const wished = tell('sites.allow', pattern);
      const isGranted = await requestOrigins([pattern]).catch(() => false);
      await wished;
      const isDone = await tell(isGranted ? 'sites.allow' : 'sites.remove', pattern);
      setIsWorking(false);
      return isGranted && isDone;
    },
    [requestOrigins, tell],
  );

  const turnOff = useCallback(
    async (pattern: string) => {
      setIsWorking(true);
      const isDone = await tell('sites.remove', pattern);
      setIsWorking(false);
      return !isDone;
    },
    [tell],
  );

  return { isWorking, error, turnOn, turnOff };
}

/** Gives the host of a site's pattern; one of plain http says so, since it is another site than the encrypted one. */
export function siteName(pattern: string): string {
  if (pattern === 'https://*/*') return t('highlights_sites_readable_all');
  if (pattern === 'http://*/*') return t('highlights_sites_readable_allPlain');
  const url = pattern.replace(/\*$/, '');
  const host = webHost(url) ?? pattern;
  return url.startsWith('http:') ? t('highlights_sites_plain', { host }) : host;
}
