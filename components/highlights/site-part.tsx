import { useState } from 'react';
import type { SiteStanding } from '../../lib/contracts/highlights.ts';
import { useSiteSwitch } from '../hooks/use-site-switch.ts';
import { Trouble } from '../ui/trouble.tsx';
import { highlightsWords } from '../words/highlights.ts';
import { siteName } from './site-name.ts';
import { Switch } from '../ui/switch.tsx';

const words = highlightsWords.site;

/** Turns the selection button and the marks on or off for the site of the page. */
export function SitePart({
  site: { pattern, isAllowed },
  onSaid,
}: {
  site: SiteStanding;
  onSaid: (words: string) => void;
}) {
  const { isWorking, error, turnOn, turnOff } = useSiteSwitch();
  const [isDeclined, setIsDeclined] = useState(false);
  if (pattern === null) return null;
  const host = siteName(pattern);

  const turn = async () => {
    const isOn = await (isAllowed ? turnOff : turnOn)(pattern);
    setIsDeclined(!isAllowed && !isOn);
    onSaid(isOn ? words.saidOn(host) : words.saidOff(host));
  };
  return (
    <>
      <Switch
        label={words.label(host)}
        isOn={isAllowed}
        isBusy={isWorking}
        onTurn={() => void turn()}
      >
        {isDeclined && error === null ? words.declined : words.why}
      </Switch>
      {error === null ? null : <Trouble error={error} />}
    </>
  );
}
