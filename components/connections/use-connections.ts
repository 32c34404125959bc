import { useRef } from 'react';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { ConnectOutcome } from '../../lib/connections/model.ts';
import type { MessageInput, MessageOutput } from '../../lib/messaging/messages.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { originToAllow } from '../../lib/url/origins.ts';
import { useBridge } from '../app/bridge.ts';
import type { Query } from '../app/use-query.ts';
import { useConnectionList } from './use-connection-list.ts';

type Connecting = Promise<Result<ConnectOutcome, AppError>>;

export type ConnectionsHook = Pick<Query<ConnectionList>, 'state' | 'reload'> & {
  connectWithKey: (
    entry: Omit<MessageInput<'connections.connect-with-key'>, 'connectionId'> & {
      /** The connection whose key it replaces; null for a new connection. */
      replaces: string | null;
    },
  ) => Connecting;
  /** Renews an existing connection, or makes a new one if its id is null. */
  connectReadOnly: (
    request: Omit<MessageInput<'connections.begin-consent'>, 'newId'> & {
      /** The origin of the authorization server, if it isn't that of the address. */
      alsoAllow: string | null;
    },
  ) => Connecting;
  replaceKey: (entry: MessageInput<'connections.replace-key'> & { address: string }) => Connecting;
  /** Cancels the last attempt; nothing of it is stored. */
  giveUp: () => void;
  act: (
    name:
      | 'connections.choose'
      | 'connections.remove'
      | 'connections.try-again'
      | 'connections.forget-ask-key',
    connectionId: string,
  ) => Promise<AppError | null>;
  /** Stores the key untested: only a question shows whether it works. */
  keepAskKey: (
    entry: MessageInput<'connections.keep-ask-key'>,
  ) => Promise<Result<MessageOutput<'connections.keep-ask-key'>, AppError>>;
  moveWaiting: (move: MessageInput<'connections.move-waiting'>) => Promise<AppError | null>;
};

/** The connections, kept up to date, and the commands on them. */
export function useConnections(): ConnectionsHook {
  const { ask, newId, requestServices } = useBridge();
  const { state, reload } = useConnectionList(always);
  /** The id of the connection being tried. */
  const triedRef = useRef<string | null>(null);

  /** Called first in the click, as browsers require. The background checks itself whether it was granted. */
  async function allow(...addresses: readonly (string | null)[]): Promise<void> {
    const origins = addresses.flatMap((address) =>
      address === null ? [] : (originToAllow(address) ?? []),
    );
    if (origins.length > 0) await requestServices(origins).catch(() => false);
  }

  async function reloadAfter<T>(answering: Promise<Result<T, AppError>>) {
    const answer = await answering;
    await reload();
    return answer;
  }

  return {
    state,
    reload,
    async connectWithKey({ replaces, address, key, keep }) {
      const connectionId = replaces ?? newId();
      triedRef.current = connectionId;
      await allow(address);
      return replaces === null
        ? ask('connections.connect-with-key', { connectionId, address, key, keep })
        : ask('connections.replace-key', { connectionId, key, keep, choose: true });
    },
    async connectReadOnly({ alsoAllow, ...request }) {
      const id = newId();
      triedRef.current = id;
      await allow(request.address, alsoAllow);
      return ask('connections.begin-consent', { ...request, newId: id });
    },
    async replaceKey({ address, ...entry }) {
      triedRef.current = entry.connectionId;
      await allow(address);
      return ask('connections.replace-key', entry);
    },
    giveUp() {
      const connectionId = triedRef.current;
      if (connectionId !== null) void ask('connections.give-up', { connectionId });
    },
    act: async (name, connectionId) => errorOf(await reloadAfter(ask(name, { connectionId }))),
    keepAskKey: (entry) => reloadAfter(ask('connections.keep-ask-key', entry)),
    moveWaiting: async (move) => errorOf(await reloadAfter(ask('connections.move-waiting', move))),
  };
}

function errorOf(result: Result<unknown, AppError>): AppError | null {
  return result.ok ? null : result.error;
}

function always(): boolean {
  return true;
}
