import { useRef } from 'react';
import type { ConnectOutcome } from '../../lib/connections/model.ts';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { MessageInput } from '../../lib/messaging/messages.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { originToAllow } from '../../lib/url/origins.ts';
import { useBridge } from '../app/bridge.ts';
import { readOnlyConnectionIdAt } from './connection-view.ts';
import { useConnectionList } from './use-connection-list.ts';

export type ConnectionsHook = ReturnType<typeof useConnections>;

type ConnectEntry = Omit<MessageInput<'connections.connect-with-key'>, 'connectionId'> & {
  kind: 'key' | 'read-only';
  /** The connection to renew; null for a new one. */
  renews: string | null;
  /** The connection whose key the new one replaces; null if none. */
  replaces: string | null;
  /** Address of the authorization server, if its origin differs from that of the service. */
  alsoAllow: string | null;
};

type ConnectionCommand =
  | 'connections.choose'
  | 'connections.remove'
  | 'connections.try-again'
  | 'connections.forget-ask-key';

export function useConnections() {
  const { ask, newId, requestServices } = useBridge();
  const { state, reload } = useConnectionList(() => true);
  const list: ConnectionList =
    state.status === 'ready' ? state.value : { connections: [], waiting: [] };
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

  /** A read-only connection needs no key. */
  async function connect(entry: ConnectEntry): Promise<Result<ConnectOutcome, AppError>> {
    const { kind, renews, replaces, address, key, keep, alsoAllow } = entry;
    const isKey = kind === 'key';
    const id = (isKey ? (renews ?? replaces) : null) ?? newId();
    triedRef.current = id;
    await allow(address, isKey ? null : alsoAllow);
    if (!isKey) {
      const connectionId = renews ?? readOnlyConnectionIdAt(address, list.connections);
      return ask('connections.begin-consent', { connectionId, address, newId: id });
    }
    const credential = { connectionId: id, key, keep };
    if (renews !== null) return ask('connections.replace-key', credential);
    return replaces === null
      ? ask('connections.connect-with-key', { ...credential, address })
      : ask('connections.replace-key', { ...credential, choose: true });
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

  return { state, list, reload, connect, giveUp, act, keepAskKey, moveWaiting };
}
