import './site-line.css';
import { Highlighter } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SiteStanding } from '../../lib/highlights/model.ts';
import { useBridge } from '../app/bridge.ts';
import { useSiteSwitch } from './use-site-switch.ts';
import { Button } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** Whether the highlight button is on at the site of the tab's page, and the way to the other. */
export function SiteLine({ tabId }: { tabId: number }) {
  const { ask, onEvent } = useBridge();
  const { isWorking, turnOn, turnOff } = useSiteSwitch();
  const [site, setSite] = useState<SiteStanding | null>(null);

  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const described = await ask('highlights.of-page', { tabId });
      // Without an answer there is no line: the popup is there for the page first.
      if (wanted && described.ok) setSite(described.value.site);
    };
    const stop = onEvent(({ event }) => {
      if (event === 'sites.changed') void load();
    });
    void load();
    return () => {
      wanted = false;
      stop();
    };
  }, [ask, onEvent, tabId]);

  const pattern = site?.pattern ?? null;
  if (site === null || pattern === null) return null;
  const { isAllowed } = site;
  return (
    <p className="popup-site">
      <Highlighter size={14} aria-hidden="true" />
      <span aria-live="polite">
        {isAllowed ? t('highlights_site_line_on') : t('highlights_site_line_off')}
      </span>
      <Button
        size="small"
        look="quiet"
        busy={isWorking}
        data-act="site"
        onClick={() => void (isAllowed ? turnOff : turnOn)(pattern)}
      >
        {isAllowed ? t('highlights_site_turnOff') : t('highlights_site_turnOn')}
      </Button>
    </p>
  );
}
