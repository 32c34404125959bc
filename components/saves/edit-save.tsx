import './edit-save.css';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { Editable, OutboxView } from '../../lib/contracts/outbox.ts';
import type { Result } from '../../lib/contracts/result.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { savesWords } from '../words/saves.ts';
import { SaveTextForm } from './save-text-form.tsx';

const words = savesWords.edit;

export type EditSaveProps = {
  item: OutboxView;
  /** Null while it is not known. */
  home: HomeStatus | null;
  saves: SavesHook;
  onClose: () => void;
};

/** Changes what was not sent yet, in a window of its own: whatever becomes of its row meanwhile, the words stay. */
export function EditSave({ item, home, saves, onClose }: EditSaveProps) {
  const { readText, edit } = saves;
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isChangedRef = useRef(false);
  const [text, setText] = useState<Result<Editable | null, AppError> | null>(null);
  const [warns, setWarns] = useState(false);
  const id = useId();

  const read = useCallback(() => readText(item.id).then(setText), [readText, item.id]);

  useEffect(() => {
    dialogRef.current?.showModal();
    void read();
  }, [read]);

  const readAgain = () => {
    setText(null);
    void read();
  };

  /** Closing first gives the focus back to where it was. */
  const close = () => {
    dialogRef.current?.close();
    onClose();
  };

  return (
    <dialog
      className="dialog edit-save"
      ref={dialogRef}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        // Words that took a while to write are not lost to one key.
        if (isChangedRef.current) setWarns(true);
        else close();
      }}
      // The browser closes it all the same where the key is pressed twice.
      onClose={onClose}
    >
      <h2 id={id} className="dialog-title">
        {words.title}
      </h2>
      {text === null ? (
        <div className="edit-save-form">
          <span className="visually-hidden">{words.loading}</span>
          <SkeletonLine width={60} tall />
          <SkeletonLine />
          <SkeletonLine width={80} />
        </div>
      ) : null}
      {text?.ok === false ? <Trouble error={text.error} onRetry={readAgain} /> : null}
      {text?.ok && text.value === null ? (
        <Notice tone="plain" title={words.nothing.title} text={words.nothing.text} />
      ) : null}
      {text?.ok && text.value !== null ? (
        <SaveTextForm
          before={text.value}
          item={item}
          home={home}
          warning={warns ? words.unsaved : null}
          onChanged={(isChanged) => {
            isChangedRef.current = isChanged;
            setWarns(false);
          }}
          onSubmit={async (change) => {
            const failed = await edit({ id: item.id, ...change });
            if (failed === null) close();
            return failed;
          }}
          onCancel={close}
        />
      ) : (
        <div className="dialog-actions">
          <Button onClick={close}>{words.close}</Button>
        </div>
      )}
    </dialog>
  );
}
