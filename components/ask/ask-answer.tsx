import './ask-answer.css';
import { sentences } from '../../lib/language/text.ts';
import { CircleSlash2 } from 'lucide-react';
import { useState } from 'react';
import type { AskedAnswer, RecallHit } from '../../lib/contracts/recall.ts';
import { HitCard } from '../recall/hit-card.tsx';
import { Button } from '../ui/button.tsx';
import { askWords } from '../words/ask.ts';
import { isNoAnswer, namedSources, paragraphsOf, sourcesTitle } from './ask-view.ts';

/** The words of an answer, as text whatever they look like, and how its sources came to be named. */
export function AskAnswerText({ answer }: { answer: AskedAnswer }) {
  if (isNoAnswer(answer)) {
    return (
      <div className="ask-answer">
        <p>{askWords.nothing}</p>
      </div>
    );
  }
  const { paragraphs, cut } = paragraphsOf(answer.text);
  return (
    <>
      <div className="ask-answer">
        {paragraphs.length === 0 ? <p className="ask-answer-note">{askWords.empty}</p> : null}
        {paragraphs.map((paragraph, index) => (
          // An answer is never changed, so its paragraphs keep their places.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} dir="auto">
            {paragraph}
          </p>
        ))}
        {cut ? <p className="ask-answer-note">{askWords.cut}</p> : null}
      </div>
      {answer.sources.length === 0 ? (
        <div className="ask-sourceless">
          <CircleSlash2 size={16} aria-hidden="true" />
          <p>
            <strong>{sentences(sourcesTitle(answer))}</strong> {askWords.sources.noneText}
          </p>
        </div>
      ) : (
        <p className="ask-sources-title">{sourcesTitle(answer)}</p>
      )}
    </>
  );
}

export type AskSourcesProps = {
  answer: AskedAnswer;
  now: number;
  onOpen: (hit: RecallHit) => void;
};

const shownAtFirst = 3;

/** What an answer rests on; many sources open up on demand. */
export function AskSources({ answer, now, onOpen }: AskSourcesProps) {
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
            {whole ? askWords.sources.fewer : askWords.sources.all(sources.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
