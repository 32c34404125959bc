import { useHome } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { connectionWords } from '../words/connections.ts';

const words = connectionWords.onDevice;

/** The way to a home on this device, for who has others alone. */
export function DevicePart() {
  const { creation, createHome } = useHome();
  const isWorking = creation.status === 'working';
  return (
    <div className="settings-part">
      <div>
        <h3 className="settings-part-title">{words.title}</h3>
        <p className="settings-row-note">{words.text}</p>
      </div>
      <Button busy={isWorking} onClick={() => void createHome()}>
        {isWorking ? words.working : words.action}
      </Button>
      {creation.status === 'failed' ? (
        <div className="settings-outcome">
          <Trouble error={creation.error} />
        </div>
      ) : null}
    </div>
  );
}
