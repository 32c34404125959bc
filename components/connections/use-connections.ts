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
      /** The connection whose key is replaced; null for a new connection. */
      replaces: string | null;
    },
  ) => Connecting;
  connectReadOnly: (
    request: Omit<MessageInput<'connections.begin-consent'>, 'newId'> & {
      /** Set if the authorization server has a different origin than the address. */
      alsoAllow: string | null;
    },
  ) => Connecting;
  replaceKey: (entry: MessageInput<'connections.replace-key'> & { address: string }) => Connecting;
  giveUp: () => void;
  act: (
    name:
      | 'connections.choose'
      | 'connections.remove'
      | 'connections.try-again'
      | 'connections.forget-ask-key',
    connectionId: string,
  ) => Promise<AppError | null>;
  /** Not tested: only a question shows whether the key works. */
  keepAskKey: (
    entry: MessageInput<'connections.keep-ask-key'>,
  ) => Promise<Result<MessageOutput<'connections.keep-ask-key'>, AppError>>;
  moveWaiting: (move: MessageInput<'connections.move-waiting'>) => Promise<AppError | null>;
};

export function useConnections(): ConnectionsHook {
  const { ask, newId, requestServices } = useBridge();
  const { state, reload } = useConnectionList(always);
  const triedRef = useRef<string | null>(null);

  /** Called first in the click, as browsers require. The background verifies the grant itself. */
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
