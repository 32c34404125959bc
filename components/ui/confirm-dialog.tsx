import './dialog.css';
import { type ReactNode, useEffect, useId, useRef, useState, useCallback } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import { Trouble } from './trouble.tsx';
import type { Result } from '../../lib/contract/result.ts';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import type { NoticeTone } from './notice.tsx';
import { SkeletonLine } from './skeleton.tsx';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  yes: string;
  no: string;
  /** A word to type before it can be confirmed. */
  typed?: { label: string; word: string };
  onConfirm: () => Promise<AppError | null>;
  onClose: () => void;
};

/** Asks for confirmation. Cancel has the focus, so Enter and Escape both cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, typed, onConfirm, onClose } = props;
  const dialogRef = useRef<HTMLDialogElement>(null);
  const noRef = useRef<HTMLButtonElement>(null);
  const [word, setWord] = useState('');
  const [isWorking, setIsWorking] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const id = useId();

  useEffect(() => {
    dialogRef.current?.showModal();
    noRef.current?.focus();
  }, []);

  /** Closing the dialog first restores the focus. */
  const close = () => {
    dialogRef.current?.close();
    onClose();
  };

  async function confirm(): Promise<void> {
    setIsWorking(true);
    const failed = await onConfirm();
    setIsWorking(false);
    if (failed === null) close();
    else setTrouble(failed);
  }

  return (
    <dialog
      className="dialog"
      ref={dialogRef}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!isWorking) close();
      }}
    >
      <h2 id={`${id}-title`} className="dialog-title" dir="auto">
        {title}
      </h2>
      <div id={`${id}-text`} className="dialog-question">
        {props.children}
      </div>
      {typed === undefined ? null : (
        <TextField label={typed.label} value={word} onChange={setWord} />
      )}
      {trouble === null ? null : <Trouble error={trouble} />}
      <div className="dialog-actions">
        <Button ref={noRef} onClick={close} disabled={isWorking}>
          {props.no}
        </Button>
        <Button
          look="primary"
          className="dialog-danger"
          busy={isWorking}
          disabled={typed !== undefined && word.trim() !== typed.word}
          onClick={() => void confirm()}
        >
          {props.yes}
        </Button>
      </div>
    </dialog>
  );
}

type ConfirmDeletionProps = {
  title: string;
  words: {
    asks: string;
    no: string;
    yes: string;
    working: string;
    close: string;
    /** Replaces the title once there is nothing left to confirm. */
    over?: (error: AppError) => { title: string; tone: NoticeTone };
  };
  /** Gives the service's own question, verbatim; null if there is nothing left to delete. */
  ask: () => Promise<Result<string | null, AppError>>;
  onConfirm: () => Promise<Result<null, AppError>>;
  onDone: () => void;
  onCancel: () => void;
  wordsOf?: (error: AppError) => ErrorWords;
  /** Whether a retry can't help. */
  isFinal?: (error: AppError) => boolean;
};

/**
 * Shows the service's own question before something is deleted. Enter and Escape cancel; after a failure the
 * question is asked again before the deletion can be confirmed.
 */
export function ConfirmDeletion(props: ConfirmDeletionProps) {
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
    // The retry button disappears with the error.
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

  /** Closing the dialog first restores the focus. */
  function no(): void {
    dialogRef.current?.close();
    props.onCancel();
  }
}

function never(): boolean {
  return false;
}
