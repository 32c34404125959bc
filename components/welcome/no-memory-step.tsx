import '../connect/connect.css';
import type { Effort } from '../hooks/use-home.ts';
import { useBridge } from '../hooks/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { connectionWords } from '../words/connections.ts';
import { homeWords } from '../words/home.ts';
import { welcomeWords } from '../words/welcome.ts';

export type NoMemoryStepProps = { looking: Effort; onLook: () => void };

/** A service that is connected, and in which nothing is in reach yet; the settings lead to another home. */
export function NoMemoryStep({ looking, onLook }: NoMemoryStepProps) {
  const { openSettings } = useBridge();
  const isLooking = looking.status === 'working';
  const { title, text } = homeWords.noMemory;
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{title}</h2>
      <p className="welcome-step-text">{text}</p>
      {looking.status === 'failed' ? <Trouble error={looking.error} /> : null}
      <div className="connect-actions">
        <Button look="primary" busy={isLooking} onClick={onLook}>
          {isLooking ? welcomeWords.noMemory.working : welcomeWords.noMemory.action}
        </Button>
        <Button look="quiet" onClick={() => void openSettings()}>
          {connectionWords.amiss.openSettings}
        </Button>
      </div>
    </div>
  );
}
