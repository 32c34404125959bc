import './edit-save.css';
import { useCallback, useEffect, useId, useRef, useState, useMemo } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { SavesHook } from './use-saves.ts';
import { Button, classNames } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { TextField } from '../ui/text-field.tsx';
import { sizeWords } from '../../lib/i18n/size.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';

type EditSaveProps = {
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

type SaveTextFormProps = {
  before: Editable;
  item: OutboxView;
  connection: ConnectionStatus | null;
  warning: string | null;
  onChanged: (isChanged: boolean) => void;
  onSubmit: (change: Editable & { memoryId: string }) => Promise<AppError | null>;
  onCancel: () => void;
};

/** The title, the text and the Memory of a save that was not sent yet. */
function SaveTextForm(props: SaveTextFormProps) {
  const { before, item, connection, warning, onChanged, onSubmit, onCancel } = props;
  const { memories, chosen: first } = memoriesFor(item, connection);
  const [title, setTitle] = useState(before.title);
  const [content, setContent] = useState(before.content);
  const [memoryId, setMemoryId] = useState(first.id);
  const [wasTried, setWasTried] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const id = useId();
  const size = useMemo(() => utf8Length(content), [content]);
  const ofContent = contentTrouble(content, size);
  const ofTitle = titleTrouble(title);
  const contentError =
    ofContent === null || (ofContent.waits && !wasTried) ? null : ofContent.words;
  const chosen = memories.find((memory) => memory.id === memoryId) ?? first;

  const submit = async () => {
    setWasTried(true);
    if (isWorking || ofContent !== null || ofTitle !== null) return;
    setIsWorking(true);
    setTrouble(null);
    const failed = await onSubmit({ title, content, memoryId: chosen.id });
    setIsWorking(false);
    setTrouble(failed);
  };

  return (
    <form
      className="edit-save-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="text-field">
        <span id={`${id}-memory`} className="text-field-label">
          {t('saves_edit_memory')}
        </span>
        {memories.length === 0 ? (
          <p className="edit-save-fixed">
            <MemoryChip name={chosen.name} /> {t('saves_edit_elsewhere')}
          </p>
        ) : (
          <MemoryPicker
            labelId={`${id}-memory`}
            memories={memories}
            chosen={chosen}
            onPick={(picked) => {
              setMemoryId(picked);
              onChanged(true);
            }}
            onNew={null}
          />
        )}
      </div>
      {title === null ? null : (
        <TextField
          label={t('saves_edit_name')}
          value={title}
          error={ofTitle}
          onChange={(value) => {
            setTitle(value);
            onChanged(true);
          }}
        />
      )}
      <div className="text-field edit-save-text">
        <label className="text-field-label" htmlFor={id}>
          {t('saves_edit_text')}
        </label>
        <textarea
          id={id}
          className="text-field-input edit-save-field"
          dir="auto"
          value={content}
          // Opened to change these words.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-invalid={contentError === null ? undefined : true}
          aria-describedby={`${id}-size ${id}-error`}
          onChange={(event) => {
            setContent(event.currentTarget.value);
            onChanged(true);
          }}
        />
        <div className="edit-save-under">
          <span id={`${id}-error`} className="text-field-error" role="alert">
            {contentError}
          </span>
          <span
            id={`${id}-size`}
            className={classNames('edit-save-size', ofContent?.waits === false && 'edit-save-over')}
          >
            {t('saves_edit_size', {
              bytes: sizeWords(size),
              limit: sizeWords(serviceLimits.contentBytes),
            })}
          </span>
        </div>
      </div>
      {trouble === null ? null : <Trouble error={trouble} />}
      {warning === null ? null : (
        <p className="edit-save-warning" role="alert">
          {warning}
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onCancel} disabled={isWorking}>
          {t('saves_edit_cancel')}
        </Button>
        <Button look="primary" submits busy={isWorking}>
          {isWorking ? t('saves_edit_saving') : t('saves_edit_save')}
        </Button>
      </div>
    </form>
  );
}

/** Gives how many bytes a text is when it is sent. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Why the text cannot be sent; `waits` where that is said only once it was tried. Null where it can. */
export function contentTrouble(
  content: string,
  bytes: number,
): { words: string; waits: boolean } | null {
  if (content.trim() === '') return { words: t('saves_edit_blank'), waits: true };
  const over = bytes - serviceLimits.contentBytes;
  return over > 0
    ? { words: t('saves_edit_tooLarge', { over: sizeWords(over) }), waits: false }
    : null;
}

/** Why the title cannot be sent, or null where it can. */
export function titleTrouble(title: string | null): string | null {
  const limit = serviceLimits.titleLength;
  return title !== null && title.length > limit ? t('saves_edit_longTitle', { limit }) : null;
}

/**
 * The Memories a save may go to, and the one it starts with: its own, or where that is gone the one that saves go to.
 * None to choose from where it belongs to another connection than the one in use.
 */
export function memoriesFor(
  { connectionId, container }: OutboxView,
  connection: ConnectionStatus | null,
): { memories: readonly MemoryChoice[]; chosen: MemoryChoice } {
  if (connection === null || connection.connectionId !== connectionId) {
    return { memories: [], chosen: container };
  }
  const { memories, chosenMemoryId } = connection;
  const byId = (wanted: string | null) => memories.find(({ id }) => id === wanted);
  return {
    memories,
    chosen: byId(container.id) ?? byId(chosenMemoryId) ?? memories[0] ?? container,
  };
}
