import { useRef, useState } from 'react';
import type { AllowedSite } from '../../lib/highlights/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { exactTime } from '../../lib/i18n/time.ts';
import { type QueryOptions, type Read, useQuery } from '../app/use-query.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { ListSkeleton, Section } from '../ui/section.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { siteName, useSiteSwitch } from './use-site-switch.ts';

type Sites = { sites: AllowedSite[] };

export function SitesSection() {
  const { state, reload } = useQuery(readSites, options);
  const { isWorking, error, turn } = useSiteSwitch();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [announcement, setAnnouncement] = useState('');

  const remove = async (pattern: string) => {
    setAnnouncement('');
    if (await turn(pattern, false)) return;
    setAnnouncement(t('highlights_sites_removed', { site: siteName(pattern) }));
    // The pressed button disappears with its row.
    headingRef.current?.focus();
  };
  return (
    <Section
      id="sites"
      title={t('highlights_sites_title')}
      text={t('highlights_sites_text')}
      headingRef={headingRef}
    >
      {state.status === 'loading' ? <ListSkeleton /> : null}
      {state.status === 'failed' ? (
        <Trouble error={state.error} onRetry={() => void reload()} />
      ) : null}
      {state.status === 'ready' && state.value.sites.length === 0 ? (
        <p className="settings-text">{t('highlights_sites_empty')}</p>
      ) : null}
      {state.status === 'ready' && state.value.sites.length > 0 ? (
        <ul className="settings-list settings-sites" aria-label={t('highlights_sites_title')}>
          {state.value.sites.map(({ pattern, since, isAllowed }) => {
            const site = siteName(pattern);
            return (
              <li key={pattern} className="settings-row" data-site={pattern}>
                <div className="settings-row-words">
                  <p className="settings-site-name">{site}</p>
                  <p className="settings-row-note">
                    {isAllowed
                      ? t('highlights_sites_since', { when: exactTime(since) })
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
                <Button
                  size="small"
                  look="quiet"
                  busy={isWorking}
                  aria-label={t('highlights_sites_remove', { site })}
                  data-act="turn-off"
                  onClick={() => void remove(pattern)}
                >
                  {t('highlights_sites_removeShort')}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {error === null ? null : <Trouble error={error} />}
      <LiveRegion words={announcement} />
    </Section>
  );
}

const readSites: Read<Sites> = ({ ask }) => ask('sites.list', {});

const options: QueryOptions<Sites> = {
  onEvent: ({ event }) =>
    event === 'sites.changed' || event === 'everything.forgotten' ? 'reload' : null,
};
