import { useState } from 'react';
import type { AllowedSite } from '../../lib/highlights/model.ts';
import { ListStatus } from '../app/list-status.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { longDate } from '../../lib/i18n/time.ts';
import { type Read, useQuery } from '../app/use-query.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { siteName, useSiteSwitch } from './use-site-switch.ts';

type Sites = { sites: AllowedSite[] };

type HighlightSitesProps = {
  /** Whether these are the only sites listed. */
  isAlone: boolean;
  /** Called after a site was turned off, which removes its row and thus the focused button. */
  onOff: () => void;
};

/** Lists the sites where highlighting is on. */
export function HighlightSites({ isAlone, onOff }: HighlightSitesProps) {
  const { state, reload } = useQuery(readSites, {
    reloadsOn: ['sites.changed', 'everything.forgotten'],
  });
  const { isWorking, error, turn } = useSiteSwitch();
  const [announcement, setAnnouncement] = useState('');
  const sites = state.status === 'ready' ? state.value.sites : [];

  const remove = async (pattern: string) => {
    setAnnouncement('');
    if (await turn(pattern, false)) return;
    setAnnouncement(t('highlights_sites_removed', { site: siteName(pattern) }));
    onOff();
  };
  return (
    <>
      <ListStatus state={state} reload={reload} />
      {state.status === 'ready' && isAlone && sites.length === 0 ? (
        <p className="settings-row-note">{t('highlights_sites_empty')}</p>
      ) : null}
      {sites.length > 0 ? (
        <ul
          className="settings-list settings-sites settings-sublist"
          aria-label={t('highlights_sites_title')}
        >
          {sites.map(({ pattern, since, isAllowed }) => {
            const site = siteName(pattern);
            return (
              <li key={pattern} className="settings-row" data-site={pattern}>
                <div className="settings-row-words">
                  <p className="settings-site-name">{site}</p>
                  <p className="settings-row-note">
                    {isAllowed
                      ? t('highlights_sites_since', { when: longDate(since) })
                      : t('highlights_sites_lost')}
                  </p>
                </div>
                {isAllowed ? null : (
                  <Button
                    size="small"
                    busy={isWorking}
                    aria-label={t('highlights_sites_turnOn', { site })}
                    data-act="turn-on"
                    onClick={() => void turn(pattern, true)}
                  >
                    {t('highlights_site_turnOn')}
                  </Button>
                )}
                <QuietButton
                  busy={isWorking}
                  aria-label={t('highlights_sites_remove', { site })}
                  data-act="turn-off"
                  onClick={() => void remove(pattern)}
                >
                  {t('highlights_sites_removeShort')}
                </QuietButton>
              </li>
            );
          })}
        </ul>
      ) : null}
      {error === null ? null : <ErrorAlert error={error} />}
      <LiveRegion words={announcement} />
    </>
  );
}

const readSites: Read<Sites> = ({ ask }) => ask('sites.list', {});
