import { Trash2 } from 'lucide-react';
import { createContext, type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n/i18n.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { openingOf } from '../../lib/outbox/model.ts';
import type { ShownProfileItem } from '../../lib/profile/model.ts';
import { useBridge } from '../app/bridge.ts';
import { SavedDeletion } from '../app/saved-deletion.tsx';
import { type Deleted, UndoLine } from '../app/undo-line.tsx';
import { IconButton } from '../ui/button.tsx';

/** Renders a fact's actions. */
export const FactActions = createContext<(fact: ShownProfileItem) => ReactNode>(() => null);

/** Deletes facts, and lets the person undo it. Only facts on this device can be deleted here. */
export function useFactDeletion(connection: ConnectionStatus | null) {
  const { ask } = useBridge();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [deleted, setDeleted] = useState<Deleted | null>(null);

  const actionsOf = ({ id, text, memory: inMemory }: ShownProfileItem) => {
    const memory = connection?.memories.find(({ name }) => name === inMemory);
    if (connection?.kind !== 'device' || id === undefined || memory === undefined) return null;
    const order = { connectionId: connection.connectionId ?? '', memory, id };
    const name = t('saves_quoted', { words: openingOf(text) });
    const onDone = (done: Deleted) => {
      setDialog(null);
      setDeleted(done);
      // The row that had focus disappears.
      document.getElementById('profile-facts')?.focus();
    };
    const steps = (confirm: boolean) => ask('facts.delete', { ...order, confirm });
    const on = { onDone, onCancel: () => setDialog(null) };
    return (
      <IconButton
        label={t('saves_of', { action: t('saves_actions_delete'), title: name })}
        Icon={Trash2}
        size={16}
        onClick={() => setDialog(<SavedDeletion name={name} steps={steps} {...on} />)}
      />
    );
  };
  const undoLine = <UndoLine deleted={deleted} onChange={setDeleted} />;
  return { actionsOf, dialog, undoLine };
}
