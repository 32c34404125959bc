import './dialog.css';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { type ErrorWords, errorWords } from '../words/errors.ts';
import { Button } from './button.tsx';
import type { NoticeTone } from './notice.tsx';
import { SkeletonLine } from './skeleton.tsx';
import { Trouble } from './trouble.tsx';

export type RelayedDeletionProps = {
  title: string;
  words: {
    asks: string;
    no: string;
    yes: string;
    working: string;
    close: string;
    /** What stands in place of the title once there is nothing left to ask, and in which tone it is said. */
    over?: (error: AppError) => { title: string; tone: NoticeTone };
  };
  /** Gives the memory's own question, word for word; null where there is nothing left to delete. */
  ask: () => Promise<Result<string | null, AppError>>;
  onConfirm: () => Promise<Result<null, AppError>>;
  onDone: () => void;
  onCancel: () => void;
  wordsOf?: (error: AppError) => ErrorWords;
  /** Says that asking once more would change nothing. */
  isFinal?: (error: AppError) => boolean;
};

/**
 * Relays the memory's own question before something is deleted. Whoever presses Enter or Escape has said no, and after
 * a failure the question is put anew before it can be confirmed again.
 */
export function RelayedDeletion(props: RelayedDeletionProps) {
  const { title, words, ask, wordsOf = errorWords, isFinal = never } = props;
  const dialogRef = useRef<HTMLDialogElement>(null);
  const noRef = useRef<HTMLButtonElement>(null);
  const propsRef = useRef({ ask, onDone: props.onDone });
  const [question, setQuestion] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const id = useId();

  const putQuestion = useCallback(async () => {
    const asked = await propsRef.current.ask();
    if (!asked.ok) setTrouble(asked.error);
    else if (asked.value !== null) setQuestion(asked.value);
    else if (dialogRef.current?.open) {
      dialogRef.current.close();
      propsRef.current.onDone();
    }
  }, []);

  useEffect(() => {
    dialogRef.current?.showModal();
    noRef.current?.focus();
    void putQuestion();
  }, [putQuestion]);

  function putAgain(): void {
    setQuestion(null);
    setTrouble(null);
    // The button that was pressed goes with the trouble.
    noRef.current?.focus();
    void putQuestion();
  }

  async function confirm(): Promise<void> {
    setIsWorking(true);
    const deleted = await props.onConfirm();
    setIsWorking(false);
    if (!deleted.ok) {
      noRef.current?.focus();
      return setTrouble(deleted.error);
    }
    dialogRef.current?.close();
    props.onDone();
  }

  const isOver = trouble !== null && isFinal(trouble);
  const over = isOver ? words.over?.(trouble) : undefined;
  return (
    <dialog
      className="dialog"
      ref={dialogRef}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-question`}
      onCancel={(event) => {
        event.preventDefault();
        if (!isWorking) no();
      }}
    >
      <h2 id={`${id}-title`} className="dialog-title" dir="auto">
        {over?.title ?? title}
      </h2>
      {question === null && trouble !== null ? null : (
        <div id={`${id}-question`} className="dialog-question">
          <p className="dialog-asks">{words.asks}</p>
          {question === null ? (
            <SkeletonLine tall />
          ) : (
            <blockquote className="dialog-quote" dir="auto">
              {question}
            </blockquote>
          )}
        </div>
      )}
      {trouble === null ? null : (
        <Trouble
          error={trouble}
          tone={over?.tone ?? 'bad'}
          wordsOf={wordsOf}
          {...(isOver ? {} : { onRetry: putAgain })}
        />
      )}
      <div className="dialog-actions">
        <Button ref={noRef} onClick={no} disabled={isWorking}>
          {isOver ? words.close : words.no}
        </Button>
        {isOver ? null : (
          <Button
            look="primary"
            className="dialog-danger"
            busy={isWorking}
            disabled={question === null || trouble !== null}
            onClick={() => void confirm()}
          >
            {isWorking ? words.working : words.yes}
          </Button>
        )}
      </div>
    </dialog>
  );

  /** Closing first gives the focus back to where it was. */
  function no(): void {
    dialogRef.current?.close();
    props.onCancel();
  }
}

function never(): boolean {
  return false;
}
