import { useId } from 'react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { batchWords } from '../words/batch.ts';

export type BatchTargetProps = {
  home: HomeStatus;
  chosen: MemoryChoice;
  onPick: (memoryId: string) => void;
};

/** Where all of it goes. */
export function BatchTarget({ home, chosen, onPick }: BatchTargetProps) {
  const labelId = useId();
  return (
    <div className="batch-target">
      <span id={labelId} className="batch-label">
        {batchWords.choose.memory}
      </span>
      <MemoryPicker
        labelId={labelId}
        memories={home.memories}
        chosen={chosen}
        onPick={onPick}
        onNew={null}
      />
    </div>
  );
}

/** The Memory chosen last, or the first. */
export function targetOf({ memories, chosenMemoryId }: HomeStatus): MemoryChoice | null {
  return memories.find(({ id }) => id === chosenMemoryId) ?? memories[0] ?? null;
}
