import '../recall/search-screen.css';
import './ask-screen.css';
import { useRef, useState } from 'react';
import { FirstUse } from '../home-notice/first-use.tsx';
import { useAsk } from '../hooks/use-ask.ts';
import type { HomeState } from '../hooks/use-home.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOpening } from '../hooks/use-opening.ts';
import { OpeningTrouble } from '../recall/opening-trouble.tsx';
import { askWords } from '../words/ask.ts';
import { AskBox } from './ask-box.tsx';
import { AskIdle } from './ask-idle.tsx';
import { AskTurnItem } from './ask-turn.tsx';

/**
 * The view of the side panel for questions: a box, and each question with its answer and what that rests on. Asks
 * nothing before the person does; the questions are kept as long as it stays mounted, shown or hidden.
 */
export function AskScreen({ home }: { home: HomeState }) {
  const { turns, put, again, stop } = useAsk(home.status === 'ready' ? home.home.memories : null);
  const opening = useOpening();
  const [draft, setDraft] = useState('');
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const now = useNow(turns.some(({ phase }) => phase.status === 'asking') ? 250 : 15_000);
  const toBox = () => boxRef.current?.focus();

  return (
    <main className="ask-screen">
      <h1 className="visually-hidden">{askWords.ask}</h1>
      <div className="ask-main">
        {turns.length === 0 ? (
          <AskBefore
            state={home}
            onExample={(question) => {
              setDraft(question);
              toBox();
            }}
          />
        ) : (
          <ol className="ask-turns" aria-label={askWords.questions}>
            {turns.map((turn, index) => (
              <li key={turn.key}>
                <AskTurnItem
                  turn={turn}
                  isLast={index === turns.length - 1}
                  now={now}
                  onAgain={() => {
                    again(turn);
                    toBox();
                  }}
                  onStop={() => {
                    stop(turn);
                    toBox();
                  }}
                  onOpen={(hit) => void opening.open(hit)}
                />
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className="ask-end">
        <OpeningTrouble opening={opening} />
        <AskBox
          ref={boxRef}
          value={draft}
          onChange={setDraft}
          onSubmit={() => {
            if (draft.trim() === '') return;
            put(draft);
            setDraft('');
          }}
        />
      </div>
    </main>
  );
}

type AskBeforeProps = { state: HomeState; onExample: (question: string) => void };

/** What stands there before the first question. */
function AskBefore({ state, onExample }: AskBeforeProps) {
  if (state.status === 'loading') return null;
  const kind = state.status === 'ready' ? state.home.kind : undefined;
  if (kind === null) return <FirstUse />;
  return <AskIdle isOnDevice={kind === 'device'} onExample={onExample} />;
}
