import './edit-save.css';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { SavesHook } from './use-saves.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { SaveTextForm } from './save-text-form.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type EditSaveProps = {
  item: OutboxView;
  /** Null while it is not known. */
  connection: ConnectionStatus | null;
  saves: SavesHook;
  onClose: () => void;
};

/** Changes what was not sent yet, in a window of its own: whatever becomes of its row meanwhile, the words stay. */
export function EditSave({ item, connection, saves, onClose }: EditSaveProps) {
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
        {t('saves_edit_title')}
      </h2>
      {text === null ? (
        <div className="edit-save-form">
          <span className="visually-hidden">{t('saves_edit_loading')}</span>
          <SkeletonLine width={60} tall />
          <SkeletonLine />
          <SkeletonLine width={80} />
        </div>
      ) : null}
      {text?.ok === false ? <Trouble error={text.error} onRetry={readAgain} /> : null}
      {text?.ok && text.value === null ? (
        <Notice
          tone="plain"
          title={t('saves_edit_nothing_title')}
          text={t('saves_edit_nothing_text')}
        />
      ) : null}
      {text?.ok && text.value !== null ? (
        <SaveTextForm
          before={text.value}
          item={item}
          connection={connection}
          warning={warns ? t('saves_edit_unsaved') : null}
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
          <Button onClick={close}>{t('saves_edit_close')}</Button>
        </div>
      )}
    </dialog>
  );
}
