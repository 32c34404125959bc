import { useCallback, useState } from 'react';
import type { AppEvent, HomeStatus } from '../../lib/contracts/messages.ts';
import { useBridge } from './bridge.ts';
import { createMemory } from './create-memory.ts';
import type { Effort } from './use-home.ts';

export type MemoriesHook = {
  /** The Memory picked since this surface opened. */
  picked: string | null;
  /** Picks a Memory, and remembers it for the next time. */
  pick: (id: string) => Promise<void>;
  naming: Effort;
  /** Creates a Memory and picks it; says whether that went well. */
  create: (name: string, before: HomeStatus) => Promise<boolean>;
  /** Forgets why the last creation failed. */
  calm: () => void;
};

/** Chooses among the Memories and adds to them; `hear` takes what has changed. */
export function useMemories(hear: (event: AppEvent) => void): MemoriesHook {
  const bridge = useBridge();
  const [picked, setPicked] = useState<string | null>(null);
  const [naming, setNaming] = useState<Effort>({ status: 'rest' });

  const pick = useCallback(
    async (id: string) => {
      setPicked(id);
      const chosen = await bridge.ask('memories.choose', { id });
      // Not remembered is no reason to trouble anybody: this save goes where it was picked to go.
      if (chosen.ok) hear({ event: 'home.changed', home: chosen.value });
    },
    [bridge, hear],
  );

  const create = useCallback(
    async (name: string, before: HomeStatus) => {
      setNaming({ status: 'working' });
      const created = await createMemory(bridge, { name, before });
      setNaming(created.ok ? { status: 'rest' } : { status: 'failed', error: created.error });
      if (!created.ok) return false;
      setPicked(created.value.chosenMemoryId);
      hear({ event: 'home.changed', home: created.value });
      return true;
    },
    [bridge, hear],
  );

  const calm = useCallback(() => setNaming({ status: 'rest' }), []);

  return { picked, pick, naming, create, calm };
}
