import './edit-save.css';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { utf8Bytes } from '../../lib/capture/capture-errors.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { type Bridge } from '../app/bridge.ts';
import { ListStatus } from '../app/list-status.tsx';
import { useCommand } from '../app/use-command.ts';
import { useQuery } from '../app/use-query.ts';
import { Button, classNames } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import type { SavesHook } from './use-saves.ts';

type EditSaveProps = {
  item: OutboxView;
  connection: ConnectionStatus | null;
  saves: Pick<SavesHook, 'edit'>;
  onClose: () => void;
};

/** Edits a save in a dialog, so that the text survives any change of the row. */
export function EditSave({ item, connection, saves, onClose }: EditSaveProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const isChangedRef = useRef(false);
  const read = useCallback(({ ask }: Bridge) => ask('outbox.editable', { id: item.id }), [item.id]);
  const { state: text, reload } = useQuery(read);
  const [warns, setWarns] = useState(false);
  const id = useId();

  useEffect(() => dialogRef.current?.showModal(), []);

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
        // A single key press shouldn't discard the changes.
        if (isChangedRef.current) setWarns(true);
        else close();
      }}
      // On a second Escape, the browser closes the dialog anyway.
      onClose={onClose}
    >
      <h2 id={id} className="dialog-title">
        {t('saves_edit_title')}
      </h2>
      <ListStatus state={text} reload={reload} />
      {text.status === 'ready' && text.value === null ? (
        <Notice title={t('saves_edit_nothing_title')} text={t('saves_edit_nothing_text')} />
      ) : null}
      {text.status === 'ready' && text.value !== null ? (
        <SaveTextForm
          before={text.value}
          item={item}
          connection={connection}
          warning={warns ? t('saves_edit_unsaved') : null}
          onChanged={() => {
            isChangedRef.current = true;
            setWarns(false);
          }}
          onSubmit={async (change) => {
            const edited = await saves.edit({ id: item.id, ...change });
            if (edited.ok) close();
            return edited;
          }}
          onCancel={close}
        />
      ) : (
        <div className="dialog-actions">
          <Button onClick={close}>{t('common_close')}</Button>
        </div>
      )}
    </dialog>
  );
}

type SaveTextFormProps = Pick<EditSaveProps, 'item' | 'connection'> & {
  before: Editable;
  warning: string | null;
  onChanged: () => void;
  onSubmit: (change: Editable & { memoryId: string }) => ReturnType<SavesHook['edit']>;
  onCancel: () => void;
};

function SaveTextForm(props: SaveTextFormProps) {
  const { before, item, connection, warning, onChanged, onSubmit, onCancel } = props;
  const { memories, chosen: first } = memoriesFor(item, connection);
  const [title, setTitle] = useState(before.title);
  const [content, setContent] = useState(before.content);
  const [memoryId, setMemoryId] = useState(first.id);
  const [wasTried, setWasTried] = useState(false);
  const id = useId();
  const size = useMemo(() => utf8Bytes(content), [content]);
  const invalidContent = contentProblem(content, size);
  const invalidTitle = titleProblem(title);
  const chosen = memories.find((memory) => memory.id === memoryId) ?? first;
  const { state, run } = useCommand(() => onSubmit({ title, content, memoryId: chosen.id }));
  const isWorking = state.status === 'running';

  const submit = () => {
    setWasTried(true);
    if (invalidContent === null && invalidTitle === null) void run(undefined);
  };
  const contentError =
    invalidContent === null || (invalidContent.waits && !wasTried) ? null : invalidContent.text;

  return (
    <form
      className="edit-save-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="text-field">
        <span id={`${id}-memory`} className="text-field-label">
          {t('saves_filter_memory')}
        </span>
        {memories.length === 0 ? (
          <p className="edit-save-fixed">
            <MemoryChip name={chosen.name} /> {t('saves_elsewhere')}
          </p>
        ) : (
          <MemoryPicker
            labelId={`${id}-memory`}
            memories={memories}
            chosen={chosen}
            onPick={(picked) => {
              setMemoryId(picked);
              onChanged();
            }}
          />
        )}
      </div>
      {title === null ? null : (
        <TextField
          label={t('saves_edit_name')}
          value={title}
          error={invalidTitle}
          onChange={(value) => {
            setTitle(value);
            onChanged();
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to edit this text
          autoFocus
          aria-invalid={contentError === null ? undefined : true}
          aria-describedby={`${id}-size ${id}-error`}
          onChange={(event) => {
            setContent(event.currentTarget.value);
            onChanged();
          }}
        />
        <div className="edit-save-under">
          <span id={`${id}-error`} className="text-field-error" role="alert">
            {contentError}
          </span>
          <span
            id={`${id}-size`}
            className={classNames(
              'edit-save-size',
              invalidContent?.waits === false && 'edit-save-over',
            )}
          >
            {t('saves_edit_size', {
              bytes: sizeWords(size),
              limit: sizeWords(serviceLimits.contentBytes),
            })}
          </span>
        </div>
      </div>
      {state.status === 'failed' ? <ErrorAlert error={state.error} /> : null}
      {warning === null ? null : (
        <p className="edit-save-warning" role="alert">
          {warning}
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onCancel} disabled={isWorking}>
          {t('common_cancel')}
        </Button>
        <Button look="primary" submits busy={isWorking}>
          {isWorking ? t('common_saving') : t('saves_edit_save')}
        </Button>
      </div>
    </form>
  );
}

/** Returns why the text can't be sent. If `waits`, the reason is shown only after an attempt to send. */
export function contentProblem(content: string, bytes: number) {
  if (content.trim() === '') return { text: t('saves_edit_blank'), waits: true };
  const over = bytes - serviceLimits.contentBytes;
  return over > 0
    ? { text: t('saves_edit_tooLarge', { over: sizeWords(over) }), waits: false }
    : null;
}

export function titleProblem(title: string | null): string | null {
  const limit = serviceLimits.titleLength;
  return title !== null && title.length > limit ? t('saves_edit_longTitle', { limit }) : null;
}

/** Returns the Memories a save can go to (none if its connection is inactive), and the preselected one. */
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
