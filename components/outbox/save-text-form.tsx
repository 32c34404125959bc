import { useId, useMemo, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import { Button, classNames } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { contentTrouble, memoriesFor, titleTrouble, utf8Length } from './edit-view.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';

export type SaveTextFormProps = {
  before: Editable;
  item: OutboxView;
  connection: ConnectionStatus | null;
  warning: string | null;
  onChanged: (isChanged: boolean) => void;
  onSubmit: (change: Editable & { memoryId: string }) => Promise<AppError | null>;
  onCancel: () => void;
};

/** The title, the text and the Memory of a save that was not sent yet. */
export function SaveTextForm(props: SaveTextFormProps) {
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
