import { useState } from 'react';
import type { CredentialView, KeptUntil } from '../../lib/contracts/connections.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { KeyFields } from '../connect/key-fields.tsx';
import { LeavableForm } from '../connect/leavable-form.tsx';
import type { ConnectionsHook } from '../hooks/use-connections.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { connectionWords } from '../words/connections.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

const words = connectionWords.askKey;

export type AskKeyPartProps = {
  connectionId: string;
  /** The one that is kept; null where Ask uses the first key. */
  askKey: CredentialView | null;
  /** Whether there was one, so that without `askKey` it has gone with the browser. */
  isGone: boolean;
  connections: ConnectionsHook;
};

/** The second key of a home, for Ask alone: added, put in the place of another, forgotten. */
export function AskKeyPart({ connectionId, askKey, isGone, connections }: AskKeyPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const partRef = useReturnedFocus<HTMLDivElement>(isOpen);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  return (
    <div className="settings-ask-key" ref={partRef}>
      {askKey?.isLost === true ? <Notice tone="bad" title={words.lost} text={words.again} /> : null}
      {askKey === null && isGone ? (
        <Notice tone="bad" title={words.gone} text={words.again} />
      ) : null}
      {trouble === null ? null : <Trouble error={trouble} />}
      {isOpen ? (
        <AskKeyForm
          onKeep={(entry) => connections.keepAskKey({ connectionId, ...entry })}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <div className="settings-form-actions">
          <Button size="small" look="quiet" onClick={() => setIsOpen(true)}>
            {askKey === null ? words.add : words.replace}
          </Button>
          {askKey === null && !isGone ? null : (
            <Button
              size="small"
              look="quiet"
              onClick={() =>
                void connections.act('connections.forget-ask-key', connectionId).then(setTrouble)
              }
            >
              {words.forget}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type AskKeyFormProps = {
  onKeep: (entry: { key: string; keep: KeptUntil }) => ReturnType<ConnectionsHook['keepAskKey']>;
  onClose: () => void;
};

function AskKeyForm({ onKeep, onClose }: AskKeyFormProps) {
  const [key, setKey] = useState('');
  const [keep, setKeep] = useState<KeptUntil>('forget');
  const [isWorking, setIsWorking] = useState(false);
  const [isBad, setIsBad] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);

  async function submit(): Promise<void> {
    setIsWorking(true);
    setTrouble(null);
    const kept = await onKeep({ key, keep });
    setIsWorking(false);
    setIsBad(kept.ok && kept.value.outcome === 'bad-key');
    if (!kept.ok) return setTrouble(kept.error);
    if (kept.value.outcome === 'kept') onClose();
  }

  return (
    <LeavableForm
      action={isWorking ? words.working : words.save}
      isWorking={isWorking}
      isWhole={key.trim() !== ''}
      isInUse={isWorking || key !== ''}
      onSubmit={() => void submit()}
      onLeave={onClose}
    >
      <p className="settings-row-note">{words.addText}</p>
      <KeyFields
        value={key}
        keep={keep}
        takesFocus
        error={isBad ? words.bad : null}
        onType={(typed) => {
          setKey(typed);
          setIsBad(false);
        }}
        onKeep={setKeep}
      />
      {trouble === null ? null : <Trouble error={trouble} />}
    </LeavableForm>
  );
}
