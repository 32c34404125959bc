import './ask-waiting.css';
import { t } from '../../lib/language/text.ts';
import type { AskPhase } from '../hooks/ask-state.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { askWords } from '../words/ask.ts';
import { seconds } from '../words/time.ts';
import { waitingView } from './ask-view.ts';

export type AskWaitingProps = {
  phase: Extract<AskPhase, { status: 'asking' }>;
  now: number;
  onStop: () => void;
};

/** Says that an answer is on its way, for how long it has been, and what it waits for. */
export function AskWaiting({ phase, now, onStop }: AskWaitingProps) {
  const { elapsed, reason, next } = waitingView(phase, now);
  return (
    <div className="ask-waiting">
      <Spinner />
      <div className="ask-waiting-words">
        <p className="ask-waiting-title">
          {phase.wait === null ? askWords.waiting.thinking : askWords.waiting.title}{' '}
          {/* Beside the seconds until it is asked again, those that have passed would only be mistaken for them. */}
          {next === null ? <span className="ask-waiting-time">{seconds(elapsed)}</span> : null}
        </p>
        {reason === null ? null : (
          <p className="ask-waiting-text">
            {next === null ? reason : t('ask_waiting_then', { reason, next })}
          </p>
        )}
      </div>
      <Button size="small" onClick={onStop}>
        {askWords.stop}
      </Button>
      {/* Without the seconds, which would be spoken each time they change. */}
      <LiveRegion words={reason ?? ''} />
    </div>
  );
}
