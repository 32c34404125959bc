import './name-form.css';
import { sentences } from '../../lib/language/text.ts';
import { useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { isBlankName } from '../../lib/core/text/memory-name.ts';
import { Button } from '../ui/button.tsx';
import { MemoryNameField } from '../ui/memory-name-field.tsx';
import { errorWords } from '../words/errors.ts';
import { settingsWords } from '../words/settings.ts';
import { isTaken } from './names.ts';

export type NameFormProps = {
  label: string;
  hidesLabel?: boolean;
  placeholder?: string;
  /** What it is called now. */
  name?: string;
  action: string;
  working: string;
  /** The Memories whose names are taken. */
  others: readonly { name: string }[];
  takesFocus: boolean;
  onName: (name: string) => Promise<Result<null, AppError>>;
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null;
};

/** One name, taken by Enter and left by Escape; why it cannot be taken stands at the field. */
export function NameForm(props: NameFormProps) {
  const { name: before = '', others, onName, onCancel } = props;
  const [name, setName] = useState(before);
  const [isWorking, setIsWorking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function submit(): Promise<void> {
    if (isWorking || isBlankName(name)) return;
    if (name.trim() === before) return onCancel?.();
    if (isTaken(name, others)) return setTrouble(settingsWords.memories.taken);
    setIsWorking(true);
    const named = await onName(name);
    setIsWorking(false);
    if (named.ok) return;
    setTrouble(troubleOf(named.error));
  }

  return (
    <form
      className="settings-name"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MemoryNameField
        label={props.label}
        hidesLabel={props.hidesLabel ?? false}
        placeholder={props.placeholder ?? ''}
        value={name}
        takesFocus={props.takesFocus}
        error={trouble}
        onChange={(value) => {
          setName(value);
          setTrouble(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          onCancel?.();
        }}
      />
      <div className="settings-name-actions">
        {onCancel === null ? null : <Button onClick={onCancel}>{settingsWords.cancel}</Button>}
        <Button look="primary" submits busy={isWorking} disabled={isBlankName(name)}>
          {isWorking ? props.working : props.action}
        </Button>
      </div>
    </form>
  );
}

function troubleOf(error: AppError): string {
  if (error.code === 'memory.conflict') return settingsWords.memories.taken;
  const { title, next, quote } = errorWords(error);
  return quote ?? sentences(title, next);
}
