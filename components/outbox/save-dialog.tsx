import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import type { SavesHook } from './use-saves.ts';
import { DeleteSave } from './delete-save.tsx';
import { EditSave } from './edit-save.tsx';
import { versionsOf } from './saves-model.ts';

export type OpenDialog = { of: 'edit' | 'delete'; item: OutboxView };

export type SaveDialogProps = {
  dialog: OpenDialog | null;
  /** Null while it is not known. */
  connection: ConnectionStatus | null;
  saves: SavesHook;
  onClose: () => void;
  /** Takes what there is to say of it. */
  onDeleted: (words: string) => void;
};

/** The window in which one save is changed, or deleted by the memory's own question. */
export function SaveDialog({ dialog, connection, saves, onClose, onDeleted }: SaveDialogProps) {
  if (dialog === null) return null;
  const { of, item } = dialog;
  if (of === 'edit') {
    return (
      <EditSave key={item.id} item={item} connection={connection} saves={saves} onClose={onClose} />
    );
  }
  return (
    <DeleteSave
      key={item.id}
      item={item}
      isVersion={isOneOfMany(item, saves.state)}
      saves={saves}
      onDone={onDeleted}
      onCancel={onClose}
    />
  );
}

function isOneOfMany({ id }: OutboxView, state: SavesHook['state']): boolean {
  return state.status === 'ready' && versionsOf(state.items).has(id);
}
