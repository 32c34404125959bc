import { type ReactNode, useState } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { Effort } from './use-active-connection.ts';
import { SaveTo } from '../ui/memory-picker.tsx';
import { lazy } from './lazy.tsx';

export type MemoryFieldProps = {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  naming: Effort;
  onPick: (memoryId: string) => void;
  onCreate: (name: string) => Promise<boolean>;
  onCalm: () => void;
  /** Hidden while the person names a new Memory. */
  children: ReactNode;
};

export function MemoryField(props: MemoryFieldProps) {
  const { connection, chosen, naming, onPick, onCreate, onCalm, children } = props;
  const [isNaming, setIsNaming] = useState(false);
  if (isNaming) {
    return (
      <LazyNewMemory
        naming={naming}
        onCreate={async (name) => {
          const created = await onCreate(name);
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
      <SaveTo
        className="popup-field"
        memories={connection.memories}
        {...{ chosen, onPick }}
        onNew={connection.kind === 'device' ? () => setIsNaming(true) : null}
      />
      {children}
    </>
  );
}

export const LazyNewMemory = lazy(async () => (await import('./new-memory.tsx')).NewMemory);
