import type { HomeHook } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { connectionWords } from '../words/connections.ts';
import { SettingsPart } from './settings-part.tsx';

const words = connectionWords.onDevice;

export type DevicePartProps = Pick<HomeHook, 'creation' | 'createHome'> & {
  /** Whether there are homes elsewhere, one of them in use until now. */
  hasOthers: boolean;
};

/** The way to a home on this device, for who has none there. */
export function DevicePart({ creation, createHome, hasOthers }: DevicePartProps) {
  const isWorking = creation.status === 'working';
  return (
    <SettingsPart words={words} also={hasOthers ? words.others : undefined}>
      <Button busy={isWorking} onClick={() => void createHome()}>
        {isWorking ? words.working : words.action}
      </Button>
      {creation.status === 'failed' ? (
        <div className="settings-outcome">
          <Trouble error={creation.error} />
        </div>
      ) : null}
    </SettingsPart>
  );
}
