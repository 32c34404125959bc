import './dialog.css';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { Button } from './button.tsx';
import type { NoticeTone } from './notice.tsx';
import { SkeletonLine } from './skeleton.tsx';
import { TextField } from './text-field.tsx';
import { Trouble } from './trouble.tsx';

/** Cancel has the focus, so Enter and Escape both cancel. */
function useModal() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    dialogRef.current?.showModal();
    cancelRef.current?.focus();
  }, []);
  return { dialogRef, cancelRef, titleId: `${id}-title`, textId: `${id}-text` };
}

type DialogProps = {
  modal: ReturnType<typeof useModal>;
  title: string;
  onCancel: () => void;
  children: ReactNode;
};

function Dialog({ modal: { dialogRef, titleId, textId }, title, onCancel, children }: DialogProps) {
  return (
    <dialog
      className="dialog"
      ref={dialogRef}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={titleId} className="dialog-title" dir="auto">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  yes: string;
  no: string;
  typed?: { label: string; word: string };
  onConfirm: () => Promise<AppError | null>;
  onClose: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, typed, onConfirm } = props;
  const modal = useModal();
  const { dialogRef, cancelRef, textId } = modal;
  const [word, setWord] = useState('');
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const close = () => {
    dialogRef.current?.close();
    props.onClose();
  };

  async function confirm(): Promise<void> {
    setIsWorking(true);
    const failed = await onConfirm();
    setIsWorking(false);
    if (failed === null) close();
    else setError(failed);
  }

  return (
    <Dialog modal={modal} title={title} onCancel={() => (isWorking ? undefined : close())}>
      <div id={textId} className="dialog-question">
        {props.children}
      </div>
      {typed === undefined ? null : (
        <TextField label={typed.label} value={word} onChange={setWord} />
      )}
      {error === null ? null : <Trouble error={error} />}
      <div className="dialog-actions">
        <Button ref={cancelRef} onClick={close} disabled={isWorking}>
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
    </Dialog>
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
    over?: (error: AppError) => { title: string; tone: NoticeTone };
  };
  /** The service's question, verbatim; null if there is nothing left to delete. */
  ask: () => Promise<Result<string | null, AppError>>;
  onConfirm: () => Promise<Result<null, AppError>>;
  onDone: () => void;
  onCancel: () => void;
  wordsOf?: (error: AppError) => ErrorWords;
  isFinal?: (error: AppError) => boolean;
};

/** Shows the service's question before a deletion; after a failure it is asked again. */
export function ConfirmDeletion(props: ConfirmDeletionProps) {
  const { title, words, ask, wordsOf = errorWords, isFinal } = props;
  const modal = useModal();
  const { dialogRef, cancelRef, textId } = modal;
  const propsRef = useRef({ ask, onDone: props.onDone });
  const [question, setQuestion] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const close = (next: () => void) => {
    dialogRef.current?.close();
    next();
  };
  const cancel = () => close(props.onCancel);

  const loadQuestion = useCallback(async () => {
    const asked = await propsRef.current.ask();
    if (!asked.ok) setError(asked.error);
    else if (asked.value !== null) setQuestion(asked.value);
    else if (dialogRef.current?.open) {
      dialogRef.current.close();
      propsRef.current.onDone();
    }
  }, [dialogRef]);

  useEffect(() => {
    void loadQuestion();
  }, [loadQuestion]);

  function retry(): void {
    setQuestion(null);
    setError(null);
    // The retry button disappears with the error.
    cancelRef.current?.focus();
    void loadQuestion();
  }

  async function confirm(): Promise<void> {
    setIsWorking(true);
    const deleted = await props.onConfirm();
    setIsWorking(false);
    if (deleted.ok) return close(props.onDone);
    cancelRef.current?.focus();
    setError(deleted.error);
  }

  const isOver = error !== null && isFinal?.(error) === true;
  const over = isOver ? words.over?.(error) : undefined;
  return (
    <Dialog
      modal={modal}
      title={over?.title ?? title}
      onCancel={() => (isWorking ? undefined : cancel())}
    >
      {question === null && error !== null ? null : (
        <div id={textId} className="dialog-question">
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
      {error === null ? null : (
        <Trouble
          error={error}
          tone={over?.tone ?? 'bad'}
          wordsOf={wordsOf}
          {...(isOver ? {} : { onRetry: retry })}
        />
      )}
      <div className="dialog-actions">
        <Button ref={cancelRef} onClick={cancel} disabled={isWorking}>
          {isOver ? words.close : words.no}
        </Button>
        {isOver ? null : (
          <Button
            look="primary"
            className="dialog-danger"
            busy={isWorking}
            disabled={question === null || error !== null}
            onClick={() => void confirm()}
          >
            {isWorking ? words.working : words.yes}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
