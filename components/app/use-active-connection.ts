import { useCallback, useMemo, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus, AppEvent } from '../../lib/messaging/messages.ts';
import { useBridge, type Bridge } from './bridge.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type CommandState, useCommand } from './use-command.ts';
import { type Read, useQuery } from './use-query.ts';

export type ActiveConnectionState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; connection: ConnectionStatus };

export type Effort = CommandState;
export type ActiveConnectionHook = ReturnType<typeof useActiveConnection>;
const readStatus: Read<ConnectionStatus> = ({ ask }) => ask('connection.status', {});

export function useActiveConnection() {
  const { ask } = useBridge();
  const query = useQuery(readStatus, {
    onEvent: (event) =>
      event.event === 'connection.status-changed' ? { value: event.connection } : null,
  });
  const { reload, set } = query;
  const state = useMemo<ActiveConnectionState>(() => {
    if (query.state.status === 'ready') return { status: 'ready', connection: query.state.value };
    return query.state.status === 'failed' && query.state.since === null
      ? { status: 'failed', error: query.state.error }
      : { status: 'loading' };
  }, [query.state]);
  const { state: creation, run: create } = useCommand((bridge: Bridge) =>
    bridge.ask('connection.create', {}),
  );
  const { state: naming, run: name } = useCommand(createMemory);
  const { state: looking, run: list } = useCommand((bridge: Bridge) =>
    bridge.ask('memories.list', {}),
  );

  const commands = useMemo(() => {
    const taken = async (answering: Promise<Result<ConnectionStatus, AppError> | null>) => {
      const answer = await answering;
      if (answer?.ok === true) set(answer.value);
      return answer?.ok === true;
    };
    return {
      reload: () => void reload(),
      createConnection: () => taken(create(undefined)),
      nameMemory: async (wanted: string) =>
        state.status === 'ready' && taken(name({ name: wanted, before: state.connection })),
      /** Asks the service again. */
      look: () => taken(list(undefined)),
      choose: async (id: string): Promise<void> => {
        await taken(ask('memories.choose', { id }));
      },
    };
  }, [ask, reload, set, state, create, name, list]);
  return useMemo(
    () => ({
      state,
      creation,
      naming,
      looking,
      ...commands,
    }),
    [state, creation, naming, looking, commands],
  );
}

type SeenConnection = {
  /** Empty if it couldn't be read; null before that. */
  connectionId: string | null;
  changes: number;
};

/** Counts changes of the connection, to drop what was read from an earlier one. */
export function useConnectionChanges(state: ActiveConnectionState): number {
  const [seen, setSeen] = useState<SeenConnection>(noneSeen);
  const next = afterSeeing(seen, state);
  if (next !== seen) setSeen(next);
  return next.changes;
}

export const noneSeen: SeenConnection = { connectionId: null, changes: 0 };

export function afterSeeing(before: SeenConnection, state: ActiveConnectionState): SeenConnection {
  const connectionId = idIn(state) ?? before.connectionId;
  if (connectionId === before.connectionId) return before;
  const isFirst = before.connectionId === null;
  // After a failed reading the connection is probably the same.
  if (connectionId === '' && !isFirst) return before;
  return { connectionId, changes: isFirst ? 0 : before.changes + 1 };
}

function idIn(state: ActiveConnectionState): string | null {
  if (state.status === 'ready') return state.connection.connectionId;
  return state.status === 'failed' ? '' : null;
}

/** `hear` is called with changes. */
export function useMemories(hear: (event: AppEvent) => void) {
  const { ask } = useBridge();
  const [picked, setPicked] = useState<string | null>(null);
  const { state: naming, run, reset } = useCommand(createMemory);

  /** Remembers the Memory for the next save. */
  const pick = useCallback(
    async (id: string) => {
      setPicked(id);
      const chosen = await ask('memories.choose', { id });
      // If it can't be remembered, this save still goes there.
      if (chosen.ok) hear({ event: 'connection.status-changed', connection: chosen.value });
    },
    [ask, hear],
  );

  /** Returns whether the Memory was created; also picks it. */
  const create = useCallback(
    async (name: string, before: ConnectionStatus) => {
      const created = await run({ name, before });
      if (created?.ok !== true) return false;
      setPicked(created.value.chosenMemoryId);
      hear({ event: 'connection.status-changed', connection: created.value });
      return true;
    },
    [run, hear],
  );
  return { picked, pick, naming, create, calm: reset };
}

type NewMemory = { name: string; before: ConnectionStatus };

/** Also chooses it. Fails with the codes of `memories.create`. */
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
