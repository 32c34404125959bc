import { type ReactNode, useId, useState, lazy, Suspense } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { Effort } from './use-active-connection.ts';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import type { NewMemoryProps } from './new-memory.tsx';

export type MemoryFieldProps = {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  naming: Effort;
  onPick: (memoryId: string) => void;
  onCreate: (name: string, before: ConnectionStatus) => Promise<boolean>;
  onCalm: () => void;
  /** What is done with the Memory; it makes room while a new one is named. */
  children: ReactNode;
};

/** The Memory that something goes to, chosen or made in place. */
export function MemoryField(props: MemoryFieldProps) {
  const { connection, chosen, naming, onPick, onCreate, onCalm, children } = props;
  const [isNaming, setIsNaming] = useState(false);
  const labelId = useId();
  if (isNaming) {
    return (
      <LateNewMemory
        naming={naming}
        onCreate={async (name) => {
          const created = await onCreate(name, connection);
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
          {t('popup_saveTo')}
        </span>
        <MemoryPicker
          labelId={labelId}
          memories={connection.memories}
          chosen={chosen}
          onPick={onPick}
          onNew={connection.kind === 'device' ? () => setIsNaming(true) : null}
        />
      </div>
      {children}
    </>
  );
}

const NewMemory = lazy(async () => {
  const { NewMemory: form } = await import('./new-memory.tsx');
  return { default: form };
});

/** The naming of a new Memory, loaded only once somebody names one. */
export function LateNewMemory(props: NewMemoryProps) {
  return (
    <Suspense>
      <NewMemory {...props} />
    </Suspense>
  );
}
