import { useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { settingsWords } from '../words/settings.ts';
import { Trouble } from './trouble.tsx';

const words = settingsWords.deletion;

export type DeleteMemoryProps = {
  name: string;
  /** Gives the question of the home, word for word. */
  ask: () => Promise<Result<string, AppError>>;
  onConfirm: () => Promise<Result<null, AppError>>;
  onDone: () => void;
  onCancel: () => void;
};

/** Relays the question of the home before a Memory is deleted; whoever presses Enter or Escape has said no. */
export function DeleteMemory({ name, ask, onConfirm, onDone, onCancel }: DeleteMemoryProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const noRef = useRef<HTMLButtonElement>(null);
  const askRef = useRef(ask);
  const [question, setQuestion] = useState<Result<string, AppError> | null>(null);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const [isWorking, setIsWorking] = useState(false);

  useEffect(() => {
    dialogRef.current?.showModal();
    noRef.current?.focus();
    void askRef.current().then(setQuestion);
  }, []);

  async function confirm(): Promise<void> {
    setIsWorking(true);
    const deleted = await onConfirm();
    setIsWorking(false);
    if (!deleted.ok) return setTrouble(deleted.error);
    dialogRef.current?.close();
    onDone();
  }

  const error = trouble ?? (question?.ok === false ? question.error : null);
  return (
    <dialog
      className="settings-dialog"
      ref={dialogRef}
      aria-labelledby="deletion-title"
      aria-describedby="deletion-question"
      onCancel={(event) => {
        event.preventDefault();
        if (!isWorking) no();
      }}
    >
      <h2 id="deletion-title" className="settings-dialog-title" dir="auto">
        {words.title(name)}
      </h2>
      <div id="deletion-question" className="settings-question">
        <p className="settings-row-note">{words.asks}</p>
        {question === null ? <SkeletonLine tall /> : null}
        {question?.ok ? (
          <blockquote className="settings-quote" dir="auto">
            {question.value}
          </blockquote>
        ) : null}
      </div>
      {error === null ? null : <Trouble error={error} />}
      <div className="settings-dialog-actions">
        <Button ref={noRef} onClick={no} disabled={isWorking}>
          {words.no}
        </Button>
        <Button
          look="primary"
          className="settings-danger"
          busy={isWorking}
          disabled={question?.ok !== true}
          onClick={() => void confirm()}
        >
          {isWorking ? words.working : words.yes}
        </Button>
      </div>
    </dialog>
  );

  /** Closing first gives the focus back to where it was. */
  function no(): void {
    dialogRef.current?.close();
    onCancel();
  }
}
