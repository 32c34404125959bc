import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { homeWords } from '../words/home.ts';
import { welcomeWords } from '../words/welcome.ts';

export type NoMemoryStepProps = { looking: Effort; onLook: () => void };

/** A service that is connected, and in which nothing is in reach yet. */
export function NoMemoryStep({ looking, onLook }: NoMemoryStepProps) {
  const isLooking = looking.status === 'working';
  const { title, text } = homeWords.noMemory;
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{title}</h2>
      <p className="welcome-step-text">{text}</p>
      {looking.status === 'failed' ? <Trouble error={looking.error} /> : null}
      <div>
        <Button look="primary" busy={isLooking} onClick={onLook}>
          {isLooking ? welcomeWords.noMemory.working : welcomeWords.noMemory.action}
        </Button>
      </div>
    </div>
  );
}
