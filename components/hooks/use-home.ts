import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { useBridge } from './bridge.ts';
import { createMemory } from './create-memory.ts';

export type HomeState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; home: HomeStatus };

/** Something the person asked for that takes a moment. */
export type Effort =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError };

export type HomeHook = {
  state: HomeState;
  reload: () => void;
  creation: Effort;
  createHome: () => Promise<void>;
  naming: Effort;
  /** Says whether the Memory was created. */
  nameMemory: (name: string) => Promise<boolean>;
  looking: Effort;
  /** Asks the home again for its Memories. */
  look: () => Promise<void>;
  /** Has saves go to this Memory. */
  choose: (memoryId: string) => Promise<void>;
};

const rest: Effort = { status: 'rest' };

/** Where the memory lives and what it holds, and how to make both. */
export function useHome(): HomeHook {
  const bridge = useBridge();
  const [state, setState] = useState<HomeState>({ status: 'loading' });
  const [creation, setCreation] = useState<Effort>(rest);
  const [naming, setNaming] = useState<Effort>(rest);
  const [looking, setLooking] = useState<Effort>(rest);

  const read = useCallback(
    () =>
      bridge
        .ask('home.status', {})
        .then((answer) =>
          setState(
            answer.ok
              ? { status: 'ready', home: answer.value }
              : { status: 'failed', error: answer.error },
          ),
        ),
    [bridge],
  );

  useEffect(() => {
    const stop = bridge.onEvent((event) => {
      if (event.event === 'home.changed') setState({ status: 'ready', home: event.home });
    });
    void read();
    return stop;
  }, [bridge, read]);

  const reload = useCallback(() => {
    setState({ status: 'loading' });
    void read();
  }, [read]);

  const createHome = useCallback(async () => {
    setCreation({ status: 'working' });
    const created = await bridge.ask('home.create', {});
    setCreation(created.ok ? rest : { status: 'failed', error: created.error });
    if (created.ok) setState({ status: 'ready', home: created.value });
  }, [bridge]);

  const nameMemory = useCallback(
    async (name: string) => {
      if (state.status !== 'ready') return false;
      setNaming({ status: 'working' });
      const named = await createMemory(bridge, { name, before: state.home });
      setNaming(named.ok ? rest : { status: 'failed', error: named.error });
      if (named.ok) setState({ status: 'ready', home: named.value });
      return named.ok;
    },
    [bridge, state],
  );

  const look = useCallback(async () => {
    setLooking({ status: 'working' });
    const listed = await bridge.ask('memories.list', {});
    setLooking(listed.ok ? rest : { status: 'failed', error: listed.error });
    if (listed.ok) setState({ status: 'ready', home: listed.value });
  }, [bridge]);

  const choose = useCallback(
    async (id: string) => {
      const chosen = await bridge.ask('memories.choose', { id });
      if (chosen.ok) setState({ status: 'ready', home: chosen.value });
    },
    [bridge],
  );

  return useMemo(
    () => ({ state, reload, creation, createHome, naming, nameMemory, looking, look, choose }),
    [state, reload, creation, createHome, naming, nameMemory, looking, look, choose],
  );
}
