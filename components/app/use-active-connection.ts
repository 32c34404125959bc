import { useMemo, useState } from 'react';
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
  const creation = useCommand((bridge: Bridge) => bridge.ask('connection.create', {}));
  const naming = useCommand(createMemory);
  const looking = useCommand((bridge: Bridge) => bridge.ask('memories.list', {}));

  return useMemo(() => {
    const take = async (answering: Promise<Result<ConnectionStatus, AppError> | null>) => {
      const answer = await answering;
      if (answer?.ok === true) set(answer.value);
      return answer?.ok === true;
    };
    return {
      state,
      creation: creation.state,
      naming: naming.state,
      looking: looking.state,
      reload: () => void reload(),
      createConnection: () => take(creation.run(undefined)),
      nameMemory: (name: string) => take(naming.run(name)),
      /** Reloads the service's Memories. */
      look: () => take(looking.run(undefined)),
      choose: async (id: string): Promise<void> => {
        await take(ask('memories.choose', { id }));
      },
    };
  }, [ask, reload, set, state, creation, naming, looking]);
}

type SeenConnection = {
  /** Empty if the connection couldn't be read; null before the first read. */
  connectionId: string | null;
  changes: number;
};

/** Counts how many times the connection changed, so that data from an earlier one can be dropped. */
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
  // After a failed read, the connection is probably still the same.
  if (connectionId === '' && !isFirst) return before;
  return { connectionId, changes: isFirst ? 0 : before.changes + 1 };
}

function idIn(state: ActiveConnectionState): string | null {
  if (state.status === 'ready') return state.connection.connectionId;
  return state.status === 'failed' ? '' : null;
}

/**
 * Picks or creates the Memory to save to. `hear` is called with the resulting events, which the background also sends
 * to every surface.
 */
export function useMemories(hear?: (event: AppEvent) => void) {
  const { ask } = useBridge();
  const [picked, setPicked] = useState<string | null>(null);
  const { state: naming, run, reset } = useCommand(createMemory);

  /** Picks the Memory for this save and remembers it for the next one. */
  const pick = async (id: string) => {
    setPicked(id);
    const chosen = await ask('memories.choose', { id });
    // If the choice can't be stored, this save still goes to the picked Memory.
    if (chosen.ok) hear?.({ event: 'connection.status-changed', connection: chosen.value });
  };

  /** Creates and picks a Memory. Returns whether it was created. */
  const create = async (name: string) => {
    const created = await run(name);
    if (created?.ok !== true) return false;
    setPicked(created.value.chosenMemoryId);
    hear?.({ event: 'connection.status-changed', connection: created.value });
    return true;
  };
  return { picked, pick, naming, create, calm: reset };
}

/** Creates and chooses a Memory, or chooses the one that has the name. */
function createMemory({ ask }: Bridge, name: string): Promise<Result<ConnectionStatus, AppError>> {
  return ask('memories.create', { name: name.trim(), choose: true });
}
