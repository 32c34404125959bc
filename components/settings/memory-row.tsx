import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { OwnContainer } from '../../lib/contracts/owner-api.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { IconButton } from '../ui/button.tsx';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { settingsWords } from '../words/settings.ts';
import { NameForm } from './name-form.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

const words = settingsWords.memories;

export type MemoryRowProps = {
  memory: OwnContainer;
  others: readonly OwnContainer[];
  onRename: (name: string) => Promise<Result<null, AppError>>;
  onDelete: () => void;
};

/** A Memory: its name, what it holds, and renaming it where it stands. */
export function MemoryRow({ memory, others, onRename, onDelete }: MemoryRowProps) {
  const { name } = memory;
  const [isRenaming, setIsRenaming] = useState(false);
  const rowRef = useReturnedFocus<HTMLLIElement>(isRenaming);
  const close = () => setIsRenaming(false);
  return (
    <li className="settings-row" ref={rowRef}>
      {isRenaming ? (
        <NameForm
          label={words.newName(name)}
          hidesLabel
          name={name}
          action={words.save}
          working={words.saving}
          others={others}
          takesFocus
          onName={async (wanted) => {
            const renamed = await onRename(wanted);
            if (renamed.ok) close();
            return renamed;
          }}
          onCancel={close}
        />
      ) : (
        <>
          <div className="settings-row-words">
            <MemoryChip name={name} />
            <p className="settings-row-note">{words.holds(memory)}</p>
          </div>
          <div className="settings-row-actions">
            <IconButton label={words.rename(name)} onClick={() => setIsRenaming(true)}>
              <Pencil size={16} aria-hidden="true" />
            </IconButton>
            <IconButton label={words.delete(name)} onClick={onDelete}>
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </li>
  );
}
