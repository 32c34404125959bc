import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AskedAnswer } from '../../lib/ask/model.ts';
import type { SearchResult } from '../../lib/search/model.ts';
import type { AskTurn, AskPhase } from './use-ask.ts';
import { Button, IconButton, QuietButton, Spinner } from '../ui/button.tsx';
import { ErrorNotice } from '../app/error-notice.tsx';
import { t, sentences, plural } from '../../lib/i18n/i18n.ts';
import { Check, Copy } from 'lucide-react';
import { HitCard } from '../app/results/hit-card.tsx';
import {
  isNoAnswer,
  namedSources,
  shownText,
  sourcesTitle,
  waitingView,
  answerAsText,
  askErrorText,
} from './ask-view.ts';
import { lazy } from '../app/lazy.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { seconds } from '../../lib/i18n/time.ts';
import { useCopying } from '../app/use-copying.ts';

// Loaded on demand: only answers from a model contain Markdown.
const CitedText = lazy(async () => (await import('./cited-text.tsx')).CitedText);

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
  const arrived = 'text' in phase ? (phase.text ?? '') : '';
  const isWriting = phase.status === 'asking' && arrived !== '';
  const [whole, setWhole] = useState(false);

  function toSource(number: number): void {
    if (number > shownAtFirst) flushSync(() => setWhole(true));
    const source = ref.current?.querySelector(`.ask-sources > li:nth-child(${number})`);
    source?.querySelector<HTMLElement>('[data-hit]')?.focus();
  }

  // Scrolls to new content unless the person has scrolled elsewhere.
  useEffect(() => {
    const { top = -1, bottom = -1 } = ref.current?.getBoundingClientRect() ?? {};
    const isSeen = top >= 0 && top < window.innerHeight && bottom < window.innerHeight * 1.5;
    if (isLast && ((phase.status === 'asking' && !isWriting) || isSeen)) {
      ref.current?.scrollIntoView({ block: 'nearest' });
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `arrived` isn't read, but each new part must scroll too
  }, [phase.status, isLast, isWriting, arrived]);

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
      {/* Outside the live region, which would announce every word. */}
      {arrived === '' ? null : <AnswerText text={arrived} />}
      {phase.status === 'asking' ? <AskWaiting phase={phase} now={now} onStop={onStop} /> : null}
      {/* Mounted from the start, so that its content is announced once. */}
      <div className="ask-outcome" aria-live="polite">
        {phase.status === 'answered' ? (
          <AskAnswerText answer={phase.answer} onCite={toSource} />
        ) : null}
        {phase.status === 'failed' ? (
          <ErrorNotice
            error={phase.error}
            words={askErrorText(phase.error, phase.at)}
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
        <AskSources
          answer={phase.answer}
          now={now}
          whole={whole}
          onWhole={setWhole}
          onOpen={onOpen}
        />
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
type AskAnswerTextProps = { answer: AskedAnswer; onCite: (source: number) => void };

function AskAnswerText({ answer, onCite }: AskAnswerTextProps) {
  const isSourced = answer.sources.length > 0;
  if (isNoAnswer(answer)) {
    return (
      <>
        <div className="ask-answer">
          <p>{t('ask_nothing')}</p>
        </div>
        {isSourced ? <p className="ask-sources-title">{sourcesTitle(answer)}</p> : null}
      </>
    );
  }
  return (
    <>
      {/* Quotes are only shown on the cards of their sources. */}
      {answer.isQuotes === true ? null : (
        <AnswerText
          text={answer.text}
          sources={answer.sourcesFrom === 'answer' ? answer.sources.length : 0}
          onCite={onCite}
        />
      )}
      <p className={isSourced ? 'ask-sources-title' : 'ask-sourceless'}>
        {isSourced ? sourcesTitle(answer) : t('ask_sources_none')}
      </p>
    </>
  );
}

const ignore = () => undefined;

type AnswerTextProps = { text: string; sources?: number; onCite?: (source: number) => void };

function AnswerText({ text, sources = 0, onCite = ignore }: AnswerTextProps) {
  const { shown, isCut } = shownText(text);
  return (
    <div className="ask-answer">
      {shown === '' ? <p className="ask-answer-note">{t('ask_empty')}</p> : null}
      <CitedText text={shown} sources={sources} onCite={onCite} />
      {isCut ? <p className="ask-answer-note">{t('ask_cut')}</p> : null}
    </div>
  );
}

type AskSourcesProps = Pick<AskTurnItemProps, 'now' | 'onOpen'> & {
  answer: AskedAnswer;
  whole: boolean;
  onWhole: (whole: boolean) => void;
};

const shownAtFirst = 3;

function AskSources({ answer, now, whole, onWhole, onOpen }: AskSourcesProps) {
  const sources = namedSources(answer);
  if (sources.length === 0) return null;
  const isCited = answer.sourcesFrom === 'answer' && answer.isQuotes !== true;
  return (
    <>
      <ol
        className="ask-sources"
        aria-label={sourcesTitle(answer)}
        data-numbered={isCited || undefined}
      >
        {(whole ? sources : sources.slice(0, shownAtFirst)).map((source) => (
          <li key={source.key}>
            <HitCard hit={source} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {sources.length > shownAtFirst ? (
        <div>
          <QuietButton aria-expanded={whole} onClick={() => onWhole(!whole)}>
            {whole ? t('common_showLess') : plural(sources.length, 'common_showAll')}
          </QuietButton>
        </div>
      ) : null}
    </>
  );
}

type AskWaitingProps = Pick<AskTurnItemProps, 'now' | 'onStop'> & {
  phase: Extract<AskPhase, { status: 'asking' }>;
};

function AskWaiting({ phase, now, onStop }: AskWaitingProps) {
  const { elapsed, reason, next } = waitingView(phase, now);
  return (
    <div className="ask-waiting">
      <Spinner />
      <div className="ask-waiting-words">
        <p className="ask-waiting-title">
          {phase.wait === null ? t('ask_waiting_thinking') : t('ask_waiting_title')}{' '}
          {/* Hidden during a countdown, because people would confuse the two numbers. */}
          {next === null ? <span className="ask-waiting-time">{seconds(elapsed)}</span> : null}
        </p>
        {reason === null ? null : (
          <p className="ask-waiting-text">{next === null ? reason : sentences(reason, next)}</p>
        )}
      </div>
      <Button size="small" onClick={onStop}>
        {t('ask_stop')}
      </Button>
      {/* Leaves out the seconds, which would be announced on every change. */}
      <LiveRegion words={reason ?? ''} />
    </div>
  );
}

function CopyAnswer({ message, answer }: { message: string; answer: AskedAnswer }) {
  const { state, words, copy } = useCopying();
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      {state === 'failed' ? <p className="ask-not-copied">{words}</p> : null}
      <IconButton
        Icon={Icon}
        className="ask-copy"
        label={t('ask_copy')}
        data-state={state}
        onClick={() => void copy(answerAsText(message, answer))}
      />
      <LiveRegion words={words} />
    </>
  );
}
