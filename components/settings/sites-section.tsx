import { useRef, useState } from 'react';
import type { AllowedSite } from '../../lib/contracts/highlights.ts';
import { siteName } from '../highlights/site-name.ts';
import { useSiteSwitch } from '../hooks/use-site-switch.ts';
import { useSites } from '../hooks/use-sites.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { sitesWords as words } from '../words/highlights.ts';
import { exactTime } from '../words/time.ts';
import { Section } from './section.tsx';

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
    setSaid(words.removed(siteName(pattern)));
    // The button that was pressed goes with its row.
    headingRef.current?.focus();
  };
  return (
    <Section id="sites" title={words.title} text={words.text} headingRef={headingRef}>
      {state.status === 'loading' ? <p className="settings-text">{words.loading}</p> : null}
      {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
      {state.status === 'ready' && state.sites.length === 0 ? (
        <p className="settings-text">{words.empty}</p>
      ) : null}
      {state.status === 'ready' && state.sites.length > 0 ? (
        <ul className="settings-list settings-sites" aria-label={words.title}>
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
          {site.isAllowed ? words.since(exactTime(site.since)) : words.lost}
        </p>
      </div>
      {site.isAllowed ? null : (
        <Button
          size="small"
          busy={isWorking}
          aria-label={words.turnOn(name)}
          data-act="turn-on"
          onClick={onTurnOn}
        >
          {words.turnOnShort}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        busy={isWorking}
        aria-label={site.isAllowed ? words.remove(name) : words.forget(name)}
        data-act="turn-off"
        onClick={onRemove}
      >
        {site.isAllowed ? words.removeShort : words.forgetShort}
      </Button>
    </li>
  );
}
