import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus, AppEvent } from '../../lib/messaging/messages.ts';
import { useBridge, type Bridge } from './bridge.ts';
import type { Result } from '../../lib/contract/result.ts';

export type ActiveConnectionState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; connection: ConnectionStatus };

/** The state of a command. */
export type Effort =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError };

export type ActiveConnectionHook = {
  state: ActiveConnectionState;
  reload: () => void;
  creation: Effort;
  createConnection: () => Promise<void>;
  naming: Effort;
  /** Returns whether the Memory was created. */
  nameMemory: (name: string) => Promise<boolean>;
  looking: Effort;
  /** Reads the Memories from the service again. */
  look: () => Promise<void>;
  /** Makes saves go to this Memory. */
  choose: (memoryId: string) => Promise<void>;
};

const rest: Effort = { status: 'rest' };

/** The connection in use with its Memories, and the commands on both. */
export function useActiveConnection(): ActiveConnectionHook {
  const bridge = useBridge();
  const [state, setState] = useState<ActiveConnectionState>({ status: 'loading' });
  const [creation, setCreation] = useState<Effort>(rest);
  const [naming, setNaming] = useState<Effort>(rest);
  const [looking, setLooking] = useState<Effort>(rest);

  const read = useCallback(
    () =>
      bridge
        .ask('connection.status', {})
        .then((answer) =>
          setState(
            answer.ok
              ? { status: 'ready', connection: answer.value }
              : { status: 'failed', error: answer.error },
          ),
        ),
    [bridge],
  );

  useEffect(() => {
    const stop = bridge.onEvent((event) => {
      if (event.event === 'connection.status-changed')
        setState({ status: 'ready', connection: event.connection });
    });
    void read();
    return stop;
  }, [bridge, read]);

  const reload = useCallback(() => {
    setState({ status: 'loading' });
    void read();
  }, [read]);

  const createConnection = useCallback(async () => {
    setCreation({ status: 'working' });
    const created = await bridge.ask('connection.create', {});
    setCreation(created.ok ? rest : { status: 'failed', error: created.error });
    if (created.ok) setState({ status: 'ready', connection: created.value });
  }, [bridge]);

  const nameMemory = useCallback(
    async (name: string) => {
      if (state.status !== 'ready') return false;
      setNaming({ status: 'working' });
      const named = await createMemory(bridge, { name, before: state.connection });
      setNaming(named.ok ? rest : { status: 'failed', error: named.error });
      if (named.ok) setState({ status: 'ready', connection: named.value });
      return named.ok;
    },
    [bridge, state],
  );

  const look = useCallback(async () => {
    setLooking({ status: 'working' });
    const listed = await bridge.ask('memories.list', {});
    setLooking(listed.ok ? rest : { status: 'failed', error: listed.error });
    if (listed.ok) setState({ status: 'ready', connection: listed.value });
  }, [bridge]);

  const choose = useCallback(
    async (id: string) => {
      const chosen = await bridge.ask('memories.choose', { id });
      if (chosen.ok) setState({ status: 'ready', connection: chosen.value });
    },
    [bridge],
  );

  return useMemo(
    () => ({
      state,
      reload,
      creation,
      createConnection,
      naming,
      nameMemory,
      looking,
      look,
      choose,
    }),
    [state, reload, creation, createConnection, naming, nameMemory, looking, look, choose],
  );
}

type SeenConnection = {
  /** Empty if it couldn't be read which one is in use; null if none was seen. */
  connectionId: string | null;
  changes: number;
};

/** Counts how often the connection in use changed while the surface is open, to drop what was read from an earlier one. */
export function useConnectionChanges(state: ActiveConnectionState): number {
  const [seen, setSeen] = useState<SeenConnection>(noneSeen);
  const next = afterSeeing(seen, state);
  if (next !== seen) setSeen(next);
  return next.changes;
}

export const noneSeen: SeenConnection = { connectionId: null, changes: 0 };

/** Updates what was seen of the connection in use. Pure. */
export function afterSeeing(before: SeenConnection, state: ActiveConnectionState): SeenConnection {
  const connectionId = idIn(state) ?? before.connectionId;
  if (connectionId === before.connectionId) return before;
  const isFirst = before.connectionId === null;
  // A failed reading doesn't mean that another connection is in use.
  if (connectionId === '' && !isFirst) return before;
  return { connectionId, changes: isFirst ? 0 : before.changes + 1 };
}

function idIn(state: ActiveConnectionState): string | null {
  if (state.status === 'ready') return state.connection.connectionId;
  return state.status === 'failed' ? '' : null;
}

type MemoriesHook = {
  /** The Memory picked since this surface opened. */
  picked: string | null;
  /** Picks a Memory, and remembers it for the next time. */
  pick: (id: string) => Promise<void>;
  naming: Effort;
  /** Creates a Memory and picks it; returns whether it did. */
  create: (name: string, before: ConnectionStatus) => Promise<boolean>;
  /** Clears the error of the last creation. */
  calm: () => void;
};

/** Picks and creates Memories; `hear` is told what changed. */
export function useMemories(hear: (event: AppEvent) => void): MemoriesHook {
  const bridge = useBridge();
  const [picked, setPicked] = useState<string | null>(null);
  const [naming, setNaming] = useState<Effort>({ status: 'rest' });

  const pick = useCallback(
    async (id: string) => {
      setPicked(id);
      const chosen = await bridge.ask('memories.choose', { id });
      // If it can't be remembered, this save still goes where it was picked to go.
      if (chosen.ok) hear({ event: 'connection.status-changed', connection: chosen.value });
    },
    [bridge, hear],
  );

  const create = useCallback(
    async (name: string, before: ConnectionStatus) => {
      setNaming({ status: 'working' });
      const created = await createMemory(bridge, { name, before });
      setNaming(created.ok ? { status: 'rest' } : { status: 'failed', error: created.error });
      if (!created.ok) return false;
      setPicked(created.value.chosenMemoryId);
      hear({ event: 'connection.status-changed', connection: created.value });
      return true;
    },
    [bridge, hear],
  );

  const calm = useCallback(() => setNaming({ status: 'rest' }), []);

  return { picked, pick, naming, create, calm };
}

type NewMemory = { name: string; before: ConnectionStatus };

/** Creates a Memory and makes it the chosen one. Fails with the codes of `memories.create`. */
async function createMemory(
  { ask }: Bridge,
  { name, before }: NewMemory,
): Promise<Result<ConnectionStatus, AppError>> {
  const created = await ask('memories.create', { name: name.trim(), choose: true });
  if (!created.ok) return created;
  const known = new Set(before.memories.map(({ id }) => id));
  const added = created.value.memories.find(({ id }) => !known.has(id));
  if (added === undefined || created.value.chosenMemoryId === added.id) return created;
  const chosen = await ask('memories.choose', { id: added.id });
  return chosen.ok ? chosen : created;
}
