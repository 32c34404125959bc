import './dialog.css';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type AppError, appError } from '../../lib/contract/errors.ts';
import type { AsyncResult, Result } from '../../lib/contract/result.ts';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { Button } from './button.tsx';
import type { DeletionOutcome } from '../../lib/outbox/messages.ts';
import type { NoticeTone } from './notice.tsx';
import { SkeletonLine } from './skeleton.tsx';
import { TextField } from './text-field.tsx';
import { ErrorAlert } from './error-alert.tsx';

/** Opens a modal dialog. Cancel has focus, so Enter and Escape both cancel. */
function useModal() {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    dialogRef.current?.showModal();
    cancelRef.current?.focus();
  }, []);
  const work = async <T,>(perform: () => Promise<T>) => {
    setIsWorking(true);
    const done = await perform();
    setIsWorking(false);
    return done;
  };
  const close = (next: () => void) => {
    dialogRef.current?.close();
    next();
  };
  return { dialogRef, cancelRef, id, isWorking, work, error, setError, close };
}

type DialogProps = {
  modal: ReturnType<typeof useModal>;
  title: string;
  no: string;
  onCancel: () => void;
  /** Null if there is nothing to confirm. */
  yes: { label: string; isDisabled: boolean; onPress: () => Promise<void> } | null;
  children: ReactNode;
};

function Dialog({ modal, title, no, onCancel, yes, children }: DialogProps) {
  const { dialogRef, cancelRef, id, isWorking, close } = modal;
  return (
    <dialog
      className="dialog"
      ref={dialogRef}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!isWorking) close(onCancel);
      }}
    >
      <h2 id={`${id}-title`} className="dialog-title" dir="auto">
        {title}
      </h2>
      {children}
      <div className="dialog-actions">
        <Button ref={cancelRef} onClick={() => close(onCancel)} disabled={isWorking}>
          {no}
        </Button>
        {yes === null ? null : (
          <Button
            look="primary"
            className="dialog-danger"
            busy={isWorking}
            disabled={yes.isDisabled}
            onClick={() => void yes.onPress()}
          >
            {yes.label}
          </Button>
        )}
      </div>
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
  const { title, children, yes, no, typed, onConfirm, onClose } = props;
  const modal = useModal();
  const [word, setWord] = useState('');
  const confirm = async () => {
    const failed = await modal.work(onConfirm);
    if (failed === null) modal.close(onClose);
    else modal.setError(failed);
  };
  const isDisabled = typed !== undefined && word.trim() !== typed.word;
  return (
    <Dialog
      modal={modal}
      title={title}
      no={no}
      onCancel={onClose}
      yes={{ label: yes, isDisabled, onPress: confirm }}
    >
      <div id={`${modal.id}-text`} className="dialog-question">
        {children}
      </div>
      {typed === undefined ? null : (
        <TextField label={typed.label} value={word} onChange={setWord} />
      )}
      {modal.error === null ? null : <ErrorAlert error={modal.error} />}
    </Dialog>
  );
}

type ConfirmDeletionProps = {
  title: string;
  /** Explains the deletion; if omitted, the service's question is quoted. */
  text?: string;
  yes: string;
  /** Unless confirmed, deletes nothing and returns the service's question. */
  send: (confirm: boolean) => AsyncResult<DeletionOutcome>;
  onDone: (deleted: Extract<DeletionOutcome, { outcome: 'deleted' }>) => void;
  onCancel: () => void;
  wordsOf?: (error: AppError) => ErrorWords;
  /** Describes an error that a retry can't fix; null for others. */
  overOf?: (error: AppError) => { title: string; tone: NoticeTone } | null;
};

type Question = { sentence: string | null };

function QuestionText({ own, question }: { own: string | undefined; question: Question | null }) {
  if (own !== undefined) return <p>{own}</p>;
  if (question === null) return <SkeletonLine tall />;
  if (question.sentence === null) return <p>{t('bin_stays')}</p>;
  return (
    <blockquote className="dialog-quote" dir="auto">
      {question.sentence}
    </blockquote>
  );
}

const askedAgain = appError('memory.conflict', 'The service asked for confirmation again.', true);

/** Asks the person to confirm a deletion, and again after a failure. */
export function ConfirmDeletion(props: ConfirmDeletionProps) {
  const { title, text, yes, send, onDone, onCancel, wordsOf = errorWords, overOf } = props;
  const modal = useModal();
  const { dialogRef, cancelRef, isWorking, error, setError } = modal;
  const [question, setQuestion] = useState<Question | null>(null);
  const over = error === null ? null : (overOf?.(error) ?? null);

  const receive = (asked: Result<DeletionOutcome, AppError>) => {
    if (!asked.ok) setError(asked.error);
    else if (asked.value.outcome === 'confirmation-required') setQuestion(asked.value);
    else if (dialogRef.current?.open)
      modal.close(() => onDone({ outcome: 'deleted', wasGone: true }));
  };
  const onOpen = useEffectEvent(() => send(false));
  const onAsked = useEffectEvent(receive);
  useEffect(() => void onOpen().then(onAsked), []);

  const retry = () => {
    setQuestion(null);
    setError(null);
    // The retry button disappears with the error.
    cancelRef.current?.focus();
    void send(false).then(receive);
  };
  const confirm = async () => {
    const deleted = await modal.work(() => send(true));
    if (deleted.ok && deleted.value.outcome === 'deleted') {
      const { value } = deleted;
      return modal.close(() => onDone(value));
    }
    cancelRef.current?.focus();
    setError(deleted.ok ? askedAgain : deleted.error);
  };
  const isDisabled = question === null || error !== null;
  const label = isWorking ? t('common_deleting') : yes;
  return (
    <Dialog
      modal={modal}
      title={over?.title ?? title}
      no={over === null ? t('common_cancel') : t('common_close')}
      onCancel={onCancel}
      yes={over === null ? { label, isDisabled, onPress: confirm } : null}
    >
      {question === null && error !== null ? null : (
        <div id={`${modal.id}-text`} className="dialog-question">
          <QuestionText own={text} question={question} />
        </div>
      )}
      {error === null ? null : (
        <ErrorAlert
          error={error}
          tone={over?.tone ?? 'bad'}
          wordsOf={wordsOf}
          {...(over === null ? { onRetry: retry } : {})}
        />
      )}
    </Dialog>
  );
}
