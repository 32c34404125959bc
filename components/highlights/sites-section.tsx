import { useRef, useState, useCallback, useEffect } from 'react';
import type { AllowedSite } from '../../lib/highlights/model.ts';
import { siteName, useSiteSwitch } from './use-site-switch.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { exactTime } from '../../lib/i18n/time.ts';
import { Section } from '../ui/section.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import { useBridge } from '../app/bridge.ts';

/** The sites where the highlight button and the marks are on by themselves, each with its way off. */
export function SitesSection() {
  const { state, reload } = useSites();
  const { isWorking, error, turnOn, turnOff } = useSiteSwitch();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');

  const remove = async ({ pattern }: AllowedSite) => {
    setSaid('');
    const isStillOn = await turnOff(pattern);
    if (isStillOn) return;
    setSaid(t('highlights_sites_removed', { site: siteName(pattern) }));
    // The button that was pressed goes with its row.
    headingRef.current?.focus();
  };
  return (
    <Section
      id="sites"
      title={t('highlights_sites_title')}
      text={t('highlights_sites_text')}
      headingRef={headingRef}
    >
      {state.status === 'loading' ? (
        <p className="settings-text">{t('highlights_sites_loading')}</p>
      ) : null}
      {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
      {state.status === 'ready' && state.sites.length === 0 ? (
        <p className="settings-text">{t('highlights_sites_empty')}</p>
      ) : null}
      {state.status === 'ready' && state.sites.length > 0 ? (
        <ul className="settings-list settings-sites" aria-label={t('highlights_sites_title')}>
          {state.sites.map((site) => (
            <SiteRow
              key={site.pattern}
              site={site}
              isWorking={isWorking}
              onTurnOn={() => void turnOn(site.pattern)}
              onRemove={() => void remove(site)}
            />
          ))}
        </ul>
      ) : null}
      {error === null ? null : <Trouble error={error} />}
      <LiveRegion words={said} />
    </Section>
  );
}

type SiteRowProps = {
  site: AllowedSite;
  isWorking: boolean;
  onTurnOn: () => void;
  onRemove: () => void;
};

function SiteRow({ site, isWorking, onTurnOn, onRemove }: SiteRowProps) {
  const name = siteName(site.pattern);
  return (
    <li className="settings-row" data-site={site.pattern}>
      <div className="settings-row-words">
        <p className="settings-site-name">{name}</p>
        <p className="settings-row-note">
          {site.isAllowed
            ? t('highlights_sites_since', { when: exactTime(site.since) })
            : t('highlights_sites_lost')}
        </p>
      </div>
      {site.isAllowed ? null : (
        <Button
          size="small"
          busy={isWorking}
          aria-label={t('highlights_sites_turnOn', { site: name })}
          data-act="turn-on"
          onClick={onTurnOn}
        >
          {t('highlights_sites_turnOnShort')}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        busy={isWorking}
        aria-label={
          site.isAllowed
            ? t('highlights_sites_remove', { site: name })
            : t('highlights_sites_forget', { site: name })
        }
        data-act="turn-off"
        onClick={onRemove}
      >
        {site.isAllowed ? t('highlights_sites_removeShort') : t('highlights_sites_forgetShort')}
      </Button>
    </li>
  );
}

type SitesState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; sites: readonly AllowedSite[] };

/** The sites where marks are on by themselves, kept true while it is looked at. */
function useSites(): { state: SitesState; reload: () => void } {
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
