import './site-line.css';
import { Highlighter } from 'lucide-react';
import { useCallback } from 'react';
import type { PageHighlights } from '../../lib/highlights/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { lastValue, type Read, useQuery } from '../app/use-query.ts';
import { QuietButton } from '../ui/button.tsx';
import { useSiteSwitch } from './use-site-switch.ts';

/** Shows whether highlighting is on for the site; empty until that is known. */
export function SiteLine({ tabId }: { tabId: number }) {
  const read = useCallback<Read<PageHighlights>>(
    ({ ask }) => ask('highlights.of-page', { tabId }),
    [tabId],
  );
  const { state } = useQuery(read, { reloadsOn: ['sites.changed'] });
  const { isWorking, turn } = useSiteSwitch();
  const { pattern = null, isAllowed = false } = lastValue(state)?.site ?? {};
  if (pattern === null) return null;
  return (
    <p className="popup-site">
      <Highlighter size={14} />
      <span aria-live="polite">
        {isAllowed ? t('highlights_site_line_on') : t('highlights_site_line_off')}
      </span>
      <QuietButton busy={isWorking} data-act="site" onClick={() => void turn(pattern, !isAllowed)}>
        {isAllowed ? t('highlights_site_turnOff') : t('highlights_site_turnOn')}
      </QuietButton>
    </p>
  );
}
