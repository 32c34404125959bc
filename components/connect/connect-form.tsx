import { useEffect, useState } from 'react';
import type { ConnectionView, ConnectOutcome, KeptUntil } from '../../lib/contracts/connections.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { usableSpellings } from '../../lib/core/connections/address.ts';
import { SlowWords } from '../ui/slow-words.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ConnectAnswer } from './connect-answer.tsx';
import { homesAt } from './kept-homes.ts';
import { KeyFields } from './key-fields.tsx';
import { LeavableForm } from './leavable-form.tsx';
import { SameAddress } from './same-address.tsx';
import { connectionWords as words } from '../words/connections.ts';

/** What works now. */
export type Reached = Extract<ConnectOutcome, { outcome: 'works' }>;

export type ConnectFormProps = {
  /** Asked for unless it is known. */
  address: string | null;
  /** Whether a key is asked for, beside the address. */
  needsKey: boolean;
  /** The homes that are kept: where a key is for one of their addresses, the person is asked what it is for. */
  homes?: readonly ConnectionView[];
  action: string;
  working: string;
  onConnect: (entry: {
    address: string;
    key: string;
    keep: KeptUntil;
    /** An origin that had to be allowed as well, as the last answer said. */
    alsoAllow: string | null;
    /** The home whose key this one takes the place of; null for a home of its own. */
    replaces: string | null;
  }) => Promise<Result<ConnectOutcome, AppError>>;
  onDone: (reached: Reached) => void;
  onCancel: () => void;
  /** Told before `onCancel` where a try is under way. */
  onGiveUp: () => void;
  /** Told whether words stand in it or a try is under way, so that nothing takes its place meanwhile. */
  onInUse?: (isInUse: boolean) => void;
};

/** Address and key of a service; what came of trying them is said below, and nothing is kept unless it works. */
export function ConnectForm(props: ConnectFormProps) {
  const { needsKey, onConnect, onDone, onCancel, onGiveUp, onInUse } = props;
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState<KeptUntil>('forget');
  const [spelling, setSpelling] = useState<readonly string[] | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [answer, setAnswer] = useState<Result<ConnectOutcome, AppError> | null>(null);
  /** Asked for again with what else may have been typed since, as long as the address is the same. */
  const [missing, setMissing] = useState<string | null>(null);
  /** The form was sent, and what its key is for is asked where the service is connected already. */
  const [isSent, setIsSent] = useState(false);
  const address = props.address ?? typed;
  const there = needsKey ? homesAt(address, 'key', props.homes ?? []) : [];
  const isAsking = isSent && there.length > 0;
  const isWhole = address.trim() !== '' && (!needsKey || key.trim() !== '');

  const isInUse = isWorking || typed !== '' || key !== '';
  useEffect(() => onInUse?.(isInUse), [onInUse, isInUse]);

  /** It was about what stood there before. */
  function clearAnswer(): void {
    setSpelling(null);
    setAnswer(null);
    setIsSent(false);
  }

  async function submit(replaces: string | null): Promise<void> {
    const usable = usableSpellings(address);
    setSpelling(usable);
    setAnswer(null);
    if (usable !== null) return;
    setIsWorking(true);
    const connected = await onConnect({ address, key, keep, alsoAllow: missing, replaces });
    setIsWorking(false);
    setMissing(originMissing(connected));
    if (!connected.ok || connected.value.outcome !== 'works') return setAnswer(connected);
    // The page has no more use for it.
    setKey('');
    onDone(connected.value);
  }

  return (
    <LeavableForm
      action={isAsking ? null : isWorking ? props.working : props.action}
      isWorking={isWorking}
      isWhole={isWhole}
      isInUse={isInUse}
      onSubmit={() => (there.length > 0 ? setIsSent(true) : void submit(null))}
      onLeave={() => {
        if (isWorking) onGiveUp();
        onCancel();
      }}
      note={
        isWorking && needsKey ? <SlowWords className="connect-note" words={words.slow} /> : null
      }
    >
      {props.address === null ? (
        <TextField
          label={words.address}
          placeholder={words.addressPlaceholder}
          value={typed}
          maxLength={2048}
          takesFocus
          error={spelling === null ? null : words.unusableSpelling(spelling)}
          onChange={(text) => {
            setTyped(text);
            setMissing(null);
            clearAnswer();
          }}
        />
      ) : null}
      {needsKey ? (
        <KeyFields
          value={key}
          keep={keep}
          takesFocus={props.address !== null}
          onType={(text) => {
            setKey(text);
            clearAnswer();
          }}
          onKeep={setKeep}
        />
      ) : null}
      {isAsking ? (
        // It stays while the key is tried, and so does the focus.
        <SameAddress
          homes={there}
          working={isWorking ? props.working : null}
          onChoose={(id) => void submit(id)}
        />
      ) : null}
      {answer === null ? null : <ConnectAnswer answer={answer} />}
    </LeavableForm>
  );
}

function originMissing(answer: Result<ConnectOutcome, AppError>): string | null {
  if (!answer.ok || answer.value.outcome !== 'not-permitted') return null;
  return answer.value.origin;
}
