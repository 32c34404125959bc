import { useEffect, useRef, useState } from 'react';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import type { SearchResult } from '../../lib/search/model.ts';
import type { AskTurn, AskPhase } from './use-ask.ts';
import { Button, Spinner, IconButton } from '../ui/button.tsx';
import { ErrorNotice } from '../app/error-notice.tsx';
import { t, sentences, plural } from '../../lib/i18n/i18n.ts';
import { CircleSlash2, Check, Copy } from 'lucide-react';
import { HitCard } from '../app/results/hit-card.tsx';
import {
  isNoAnswer,
  namedSources,
  paragraphsOf,
  sourcesTitle,
  waitingView,
  answerAsText,
  askErrorText,
} from './ask-view.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { seconds } from '../../lib/i18n/time.ts';
import { useCopying } from '../app/use-copying.ts';

type AskTurnItemProps = {
  turn: AskTurn;
  isLast: boolean;
  now: number;
  onAgain: () => void;
  onStop: () => void;
  onOpen: (hit: SearchResult) => void;
};

export function AskTurnItem({ turn, isLast, now, onAgain, onStop, onOpen }: AskTurnItemProps) {
  const { key, message, phase } = turn;
  const ref = useRef<HTMLElement>(null);
  const isWithout = phase.status === 'stopped' || phase.status === 'gone';

  // Scrolls to new content unless the person has scrolled elsewhere.
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
      {/* Mounted from the start, so that its content is announced once. */}
      <div className="ask-outcome" aria-live="polite">
        {phase.status === 'answered' ? <AskAnswerText answer={phase.answer} /> : null}
        {phase.status === 'failed' ? (
          <ErrorNotice
            error={phase.error}
            words={askErrorText(phase.error)}
            again={t('common_retry')}
            onAgain={onAgain}
          />
        ) : null}
        {isWithout ? (
          <p className="ask-stopped">
            {phase.status === 'gone' ? t('ask_gone') : t('search_stopped_title')}
          </p>
        ) : null}
      </div>
      {phase.status === 'answered' ? (
        <AskSources answer={phase.answer} now={now} onOpen={onOpen} />
      ) : null}
      {isWithout ? (
        <div>
          <Button size="small" onClick={onAgain}>
            {t('common_retry')}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

/** The answer is never interpreted as markup. */
function AskAnswerText({ answer }: { answer: AskedAnswer }) {
  if (isNoAnswer(answer)) {
    return (
      <div className="ask-answer">
        <p>{t('ask_nothing')}</p>
      </div>
    );
  }
  const { paragraphs, cut } = paragraphsOf(answer.text);
  return (
    <>
      <div className="ask-answer">
        {paragraphs.length === 0 ? <p className="ask-answer-note">{t('ask_empty')}</p> : null}
        {paragraphs.map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- answers never change, so neither do paragraph positions
          <p key={index} dir="auto">
            {paragraph}
          </p>
        ))}
        {cut ? <p className="ask-answer-note">{t('ask_cut')}</p> : null}
      </div>
      {answer.sources.length === 0 ? (
        <div className="ask-sourceless">
          <CircleSlash2 size={16} aria-hidden="true" />
          <p>{t('ask_sources_none')}</p>
        </div>
      ) : (
        <p className="ask-sources-title">{sourcesTitle(answer)}</p>
      )}
    </>
  );
}

type AskSourcesProps = {
  answer: AskedAnswer;
  now: number;
  onOpen: (hit: SearchResult) => void;
};

const shownAtFirst = 3;

function AskSources({ answer, now, onOpen }: AskSourcesProps) {
  const [whole, setWhole] = useState(false);
  const sources = namedSources(answer);
  if (sources.length === 0) return null;
  return (
    <>
      <ol className="ask-sources" aria-label={sourcesTitle(answer)}>
        {(whole ? sources : sources.slice(0, shownAtFirst)).map((source) => (
          <li key={source.key}>
            <HitCard hit={source} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {sources.length > shownAtFirst ? (
        <div>
          <Button look="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t('common_showLess') : plural(sources.length, 'common_showAll')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type AskWaitingProps = {
  phase: Extract<AskPhase, { status: 'asking' }>;
  now: number;
  onStop: () => void;
};

function AskWaiting({ phase, now, onStop }: AskWaitingProps) {
  const { elapsed, reason, next } = waitingView(phase, now);
  return (
    <div className="ask-waiting">
      <Spinner />
      <div className="ask-waiting-words">
        <p className="ask-waiting-title">
          {phase.wait === null ? t('ask_waiting_thinking') : t('ask_waiting_title')}{' '}
          {/* The elapsed time would be confused with the countdown. */}
          {next === null ? <span className="ask-waiting-time">{seconds(elapsed)}</span> : null}
        </p>
        {reason === null ? null : (
          <p className="ask-waiting-text">{next === null ? reason : sentences(reason, next)}</p>
        )}
      </div>
      <Button size="small" onClick={onStop}>
        {t('ask_stop')}
      </Button>
      {/* Without the seconds, which would be announced on every change. */}
      <LiveRegion words={reason ?? ''} />
    </div>
  );
}

function CopyAnswer({ message, answer }: { message: string; answer: AskedAnswer }) {
  const { state, copy } = useCopying();
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      {state === 'failed' ? <p className="ask-not-copied">{t('common_copyFailed')}</p> : null}
      <IconButton
        className="ask-copy"
        label={t('ask_copy')}
        data-state={state}
        onClick={() => void copy(answerAsText(message, answer))}
      >
        <Icon size={16} aria-hidden="true" />
      </IconButton>
      <LiveRegion
        words={{ rest: '', copied: t('common_copied'), failed: t('common_copyFailed') }[state]}
      />
    </>
  );
}
