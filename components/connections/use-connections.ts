import { useRef } from 'react';
import type { ConnectOutcome } from '../../lib/connections/model.ts';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { MessageInput } from '../../lib/messaging/messages.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { originToAllow } from '../../lib/url/origins.ts';
import { useBridge } from '../app/bridge.ts';
import { useConnectionList } from './use-connection-list.ts';

type Connecting = Promise<Result<ConnectOutcome, AppError>>;

export type ConnectionsHook = ReturnType<typeof useConnections>;

type KeyEntry = Omit<MessageInput<'connections.connect-with-key'>, 'connectionId'> & {
  /** The connection whose key is replaced; null for a new connection. */
  replaces: string | null;
};

type ConsentRequest = Omit<MessageInput<'connections.begin-consent'>, 'newId'> & {
  /** Address of the authorization server, if its origin differs from that of the service. */
  alsoAllow: string | null;
};

type KeyReplacement = MessageInput<'connections.replace-key'> & { address: string };

type ConnectionCommand =
  | 'connections.choose'
  | 'connections.remove'
  | 'connections.try-again'
  | 'connections.forget-ask-key';

export function useConnections() {
  const { ask, newId, requestServices } = useBridge();
  const { state, reload } = useConnectionList(always);
  const triedRef = useRef<string | null>(null);

  /**
   * Requests access. Must come first in the click handler, as browsers require. The background verifies the grant
   * itself.
   */
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

  async function connectWithKey({ replaces, address, key, keep }: KeyEntry): Connecting {
    const connectionId = replaces ?? newId();
    triedRef.current = connectionId;
    await allow(address);
    return replaces === null
      ? ask('connections.connect-with-key', { connectionId, address, key, keep })
      : ask('connections.replace-key', { connectionId, key, keep, choose: true });
  }

  async function connectReadOnly({ alsoAllow, ...request }: ConsentRequest): Connecting {
    const id = newId();
    triedRef.current = id;
    await allow(request.address, alsoAllow);
    return ask('connections.begin-consent', { ...request, newId: id });
  }

  async function replaceKey({ address, ...entry }: KeyReplacement): Connecting {
    triedRef.current = entry.connectionId;
    await allow(address);
    return ask('connections.replace-key', entry);
  }

  function giveUp(): void {
    const connectionId = triedRef.current;
    if (connectionId !== null) void ask('connections.give-up', { connectionId });
  }

  async function act(name: ConnectionCommand, connectionId: string): Promise<AppError | null> {
    const done = await reloadAfter(ask(name, { connectionId }));
    return done.ok ? null : done.error;
  }

  /** Stores the Ask key without testing it: only a question shows whether it works. */
  const keepAskKey = (entry: MessageInput<'connections.keep-ask-key'>) =>
    reloadAfter(ask('connections.keep-ask-key', entry));
  const moveWaiting = (move: MessageInput<'connections.move-waiting'>) =>
    reloadAfter(ask('connections.move-waiting', move));

  const commands = { connectWithKey, connectReadOnly, replaceKey, giveUp, act };
  const list: ConnectionList =
    state.status === 'ready' ? state.value : { connections: [], waiting: [] };
  return { state, list, reload, ...commands, keepAskKey, moveWaiting };
}

function always(): boolean {
  return true;
}
