import './dialog.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import { Trouble } from './trouble.tsx';

export type CarefulDialogProps = {
  title: string;
  children: ReactNode;
  yes: string;
  no: string;
  /** What has to be typed before it can be confirmed, and what asks for it. */
  typed?: { label: string; word: string };
  onConfirm: () => Promise<AppError | null>;
  onClose: () => void;
};

/** Asks before something is given up; whoever presses Enter or Escape at once has said no. */
export function CarefulDialog(props: CarefulDialogProps) {
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

  /** Closing first gives the focus back to where it was. */
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
