import './ask-screen.css';
import { useRef, useState } from 'react';
import { FirstUse } from '../app/first-use.tsx';
import { useAsk } from './use-ask.ts';
import type { ActiveConnectionState } from '../app/use-active-connection.ts';
import { useNow } from '../app/use-now.ts';
import { useOpening, OpeningError } from '../app/results/open-result.tsx';
import { AskTurnItem } from './ask-turn.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { KeyList } from '../ui/keycaps.tsx';

/** Sends nothing until the person asks. Keeps earlier questions while mounted, even if hidden. */
export function AskScreen({ connection }: { connection: ActiveConnectionState }) {
  const { turns, put, again, stop } = useAsk(
    connection.status === 'ready' ? connection.connection.memories : null,
  );
  const opening = useOpening();
  const [draft, setDraft] = useState('');
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const now = useNow(turns.some(({ phase }) => phase.status === 'asking') ? 250 : 15_000);
  const toBox = () => boxRef.current?.focus();

  return (
    <main className="ask-screen">
      <h1 className="visually-hidden">{t('ask_ask')}</h1>
      <div className="ask-main">
        {turns.length === 0 ? (
          <AskIdle
            state={connection}
            onExample={(question) => {
              setDraft(question);
              toBox();
            }}
          />
        ) : (
          <ol className="ask-turns" aria-label={t('ask_questions')}>
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
        <OpeningError opening={opening} />
        <form
          className="ask-box"
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.trim() === '') return;
            put(draft.trim());
            setDraft('');
          }}
        >
          <textarea
            ref={boxRef}
            className="ask-box-field"
            rows={1}
            dir="auto"
            enterKeyHint="send"
            autoComplete="off"
            aria-label={t('ask_ask')}
            placeholder={t('ask_placeholder')}
            maxLength={serviceLimits.queryLength}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
          <Button look="primary" size="small" submits disabled={draft.trim() === ''}>
            {t('ask_send')}
          </Button>
        </form>
      </div>
    </main>
  );
}

const keys = [
  { keys: ['Enter'], words: t('ask_send') },
  { keys: ['Shift', 'Enter'], words: t('ask_idle_keys_newLine') },
] as const;

type AskIdleProps = { state: ActiveConnectionState; onExample: (question: string) => void };

/** Shows example questions at first. The device service answers with quotes; other services use an agent. */
function AskIdle({ state, onExample }: AskIdleProps) {
  if (state.status === 'loading') return null;
  const kind = state.status === 'ready' ? state.connection.kind : undefined;
  if (kind === null) return <FirstUse />;
  return (
    <section className="ask-idle">
      <h2 className="ask-idle-title">{t('ask_idle_title')}</h2>
      <p>{kind === 'device' ? t('ask_idle_device') : t('ask_idle_text')}</p>
      <h3 className="ask-idle-label">{t('ask_idle_examples')}</h3>
      <ul className="ask-idle-examples">
        {[
          t('ask_exampleQuestions_device'),
          t('ask_exampleQuestions_n2'),
          t('ask_exampleQuestions_n3'),
        ].map((question) => (
          <li key={question}>
            <button type="button" className="ask-idle-example" onClick={() => onExample(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      <KeyList rows={keys} />
    </section>
  );
}
