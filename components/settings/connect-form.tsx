import { type SyntheticEvent, useState } from 'react';
import type { ConnectOutcome, KeptUntil } from '../../lib/contracts/connections.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { connectionWords as words, outcomeWords } from '../words/connections.ts';
import { settingsWords } from '../words/settings.ts';
import { Trouble } from './trouble.tsx';

export type ConnectFormProps = {
  /** Asked for unless it is known. */
  address: string | null;
  /** Whether a key is asked for, beside the address. */
  needsKey: boolean;
  action: string;
  working: string;
  onConnect: (entry: {
    address: string;
    key: string;
    keep: KeptUntil;
    /** An origin that had to be allowed as well, as the last answer said. */
    alsoAllow: string | null;
  }) => Promise<Result<ConnectOutcome, AppError>>;
  onDone: (memories: readonly string[]) => void;
  onCancel: () => void;
};

/** Address and key of a service; what came of trying them is said below, and nothing is kept unless it works. */
export function ConnectForm(props: ConnectFormProps) {
  const { needsKey, onConnect, onDone, onCancel } = props;
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState('');
  const [forgets, setForgets] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [answer, setAnswer] = useState<Result<ConnectOutcome, AppError> | null>(null);
  const address = props.address ?? typed;
  const isWhole = address.trim() !== '' && (!needsKey || key.trim() !== '');

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isWorking || !isWhole) return;
    setIsWorking(true);
    setAnswer(null);
    const alsoAllow = originMissing(answer);
    const keep = forgets ? 'browser-closes' : 'forget';
    const connected = await onConnect({ address, key, keep, alsoAllow });
    setIsWorking(false);
    if (!connected.ok || connected.value.outcome !== 'works') return setAnswer(connected);
    // The page has no more use for it.
    setKey('');
    onDone(connected.value.memories.map(({ name }) => name));
  }

  return (
    <form className="settings-connect" onSubmit={(event) => void submit(event)}>
      {props.address === null ? (
        <TextField
          label={words.address}
          placeholder={words.addressPlaceholder}
          value={typed}
          maxLength={2048}
          takesFocus
          onChange={setTyped}
        />
      ) : null}
      {needsKey ? (
        <>
          <TextField
            label={words.key}
            isSecret
            value={key}
            maxLength={4096}
            takesFocus={props.address !== null}
            onChange={setKey}
          />
          <label className="settings-check">
            <input
              type="checkbox"
              checked={forgets}
              onChange={(event) => setForgets(event.currentTarget.checked)}
            />
            {words.forgetsKey}
          </label>
        </>
      ) : null}
      {answer === null ? null : <Answer answer={answer} />}
      <div className="settings-form-actions">
        <Button look="primary" submits busy={isWorking} disabled={!isWhole}>
          {isWorking ? props.working : props.action}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

function originMissing(answer: Result<ConnectOutcome, AppError> | null): string | null {
  if (answer?.ok !== true || answer.value.outcome !== 'not-permitted') return null;
  return answer.value.origin;
}

function Answer({ answer }: { answer: Result<ConnectOutcome, AppError> }) {
  if (!answer.ok) return <Trouble error={answer.error} />;
  if (answer.value.outcome === 'works') return null;
  const { title, next, quote = null, traceId = null } = outcomeWords(answer.value);
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={title}
        text={next}
        quote={quote}
        note={traceId === null ? null : settingsWords.reference(traceId)}
      />
    </div>
  );
}
