import { type ReactNode, useId, useState } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { Effort } from '../hooks/use-home.ts';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { popupWords } from '../words/popup.ts';
import { LateNewMemory } from './late-new-memory.tsx';

export type MemoryFieldProps = {
  home: HomeStatus;
  chosen: MemoryChoice;
  naming: Effort;
  onPick: (memoryId: string) => void;
  onCreate: (name: string, before: HomeStatus) => Promise<boolean>;
  onCalm: () => void;
  /** What is done with the Memory; it makes room while a new one is named. */
  children: ReactNode;
};

/** The Memory that something goes to, chosen or made in place. */
export function MemoryField(props: MemoryFieldProps) {
  const { home, chosen, naming, onPick, onCreate, onCalm, children } = props;
  const [isNaming, setIsNaming] = useState(false);
  const labelId = useId();
  if (isNaming) {
    return (
      <LateNewMemory
        naming={naming}
        onCreate={async (name) => {
          const created = await onCreate(name, home);
          if (created) setIsNaming(false);
          return created;
        }}
        onCancel={() => {
          onCalm();
          setIsNaming(false);
        }}
      />
    );
  }
  return (
    <>
      <div className="popup-field">
        <span id={labelId} className="popup-label">
          {popupWords.saveTo}
        </span>
        <MemoryPicker
          labelId={labelId}
          memories={home.memories}
          chosen={chosen}
          onPick={onPick}
          onNew={home.kind === 'device' ? () => setIsNaming(true) : null}
        />
      </div>
      {children}
    </>
  );
}
