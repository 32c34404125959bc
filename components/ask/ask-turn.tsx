import './ask-turn.css';
import { useEffect, useRef } from 'react';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import type { AskTurn } from '../hooks/ask-state.ts';
import { Button } from '../ui/button.tsx';
import { askErrorWords, askWords } from '../words/ask.ts';
import { AskAnswerText, AskSources } from './ask-answer.tsx';
import { AskWaiting } from './ask-waiting.tsx';
import { CopyAnswer } from './copy-answer.tsx';
import { TroubleNotice } from './trouble-notice.tsx';

export type AskTurnItemProps = {
  turn: AskTurn;
  isLast: boolean;
  now: number;
  onAgain: () => void;
  onStop: () => void;
  onOpen: (hit: RecallHit) => void;
};

/** One question with what came of it. */
export function AskTurnItem({ turn, isLast, now, onAgain, onStop, onOpen }: AskTurnItemProps) {
  const { key, message, phase } = turn;
  const ref = useRef<HTMLElement>(null);
  const isWithout = phase.status === 'stopped' || phase.status === 'gone';

  // Follows what is new, unless the person has gone to read elsewhere.
  useEffect(() => {
    const top = ref.current?.getBoundingClientRect().top ?? -1;
    if (isLast && (phase.status === 'asking' || (top >= 0 && top < window.innerHeight))) {
      ref.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [phase.status, isLast]);

  return (
    <article ref={ref} className="ask-turn" aria-labelledby={`ask-${key}`}>
      <div className="ask-turn-head">
        <h2 id={`ask-${key}`} className="ask-question" dir="auto">
          {message}
        </h2>
        {phase.status === 'answered' ? (
          <CopyAnswer message={message} answer={phase.answer} />
        ) : null}
      </div>
      {phase.status === 'asking' ? <AskWaiting phase={phase} now={now} onStop={onStop} /> : null}
      {/* There from the start, so that what comes into it is spoken, once. */}
      <div className="ask-outcome" aria-live="polite">
        {phase.status === 'answered' ? <AskAnswerText answer={phase.answer} /> : null}
        {phase.status === 'failed' ? (
          <TroubleNotice
            error={phase.error}
            words={askErrorWords(phase.error)}
            again={askWords.again}
            onAgain={onAgain}
          />
        ) : null}
        {isWithout ? <p className="ask-stopped">{askWords[phase.status]}</p> : null}
      </div>
      {phase.status === 'answered' ? (
        <AskSources answer={phase.answer} now={now} onOpen={onOpen} />
      ) : null}
      {isWithout ? (
        <div>
          <Button size="small" onClick={onAgain}>
            {askWords.again}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
