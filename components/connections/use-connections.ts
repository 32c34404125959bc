import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { ConnectOutcome, CredentialLifetime } from '../../lib/connections/model.ts';
import type { MessageInput, MessageOutput } from '../../lib/messaging/messages.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { originToAllow } from '../../lib/url/origins.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { createThrottle } from '../app/throttle.ts';
import { createConnectionEvents, connectionEventsGapMs } from './connection-events.ts';

export type ConnectionsState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; list: ConnectionList };

export type Connecting = Promise<Result<ConnectOutcome, AppError>>;

export type KeyEntry = {
  address: string;
  key: string;
  keep: CredentialLifetime;
  /** The connection whose key it replaces; null for a new connection. */
  replaces: string | null;
};

export type ConsentWish = {
  address: string;
  connectionId: string | null;
  /** The origin where consent is given, if it isn't that of the address. */
  alsoAllow: string | null;
};

export type ConnectionsHook = {
  state: ConnectionsState;
  reload: () => Promise<void>;
  connectWithKey: (entry: KeyEntry) => Connecting;
  /** Renews an existing connection, or makes a new one if its id is null. */
  connectReadOnly: (wish: ConsentWish) => Connecting;
  replaceKey: (entry: {
    connectionId: string;
    address: string;
    key: string;
    keep: CredentialLifetime;
  }) => Connecting;
  /** Abandons the last attempt; nothing of it is stored. */
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
  keepAskKey: (entry: {
    connectionId: string;
    key: string;
    keep: CredentialLifetime;
  }) => Promise<Result<MessageOutput<'connections.keep-ask-key'>, AppError>>;
  moveWaiting: (move: MessageInput<'connections.move-waiting'>) => Promise<AppError | null>;
};

/** The connections, kept up to date, and the commands on them. */
export function useConnections(): ConnectionsHook {
  const bridge = useBridge();
  const [state, setState] = useState<ConnectionsState>({ status: 'loading' });

  const reload = useCallback(
    () =>
      bridge
        .ask('connections.list', {})
        .then((listed) =>
          setState(
            listed.ok
              ? { status: 'ready', list: listed.value }
              : { status: 'failed', error: listed.error },
          ),
        ),
    [bridge],
  );

  useEffect(() => {
    void reload();
    const { trigger: note, cancel: stop } = createThrottle(
      () => void reload(),
      connectionEventsGapMs,
    );
    const concernsConnections = createConnectionEvents();
    const forget = bridge.onEvent((event) => {
      if (concernsConnections(event)) note();
    });
    return () => {
      forget();
      stop();
    };
  }, [bridge, reload]);

  /** The id of the connection being tried. */
  const triedRef = useRef<string | null>(null);

  const replaceKey = useCallback<ConnectionsHook['replaceKey']>(
    async ({ address, ...entry }) => {
      triedRef.current = entry.connectionId;
      await allow(bridge, address);
      return bridge.ask('connections.replace-key', entry);
    },
    [bridge],
  );

  const connectWithKey = useCallback(
    async ({ replaces, ...entry }: KeyEntry) => {
      const connectionId = replaces ?? bridge.newId();
      triedRef.current = connectionId;
      await allow(bridge, entry.address);
      if (replaces === null) {
        return bridge.ask('connections.connect-with-key', { connectionId, ...entry });
      }
      const { key, keep } = entry;
      return bridge.ask('connections.replace-key', { connectionId, key, keep, choose: true });
    },
    [bridge],
  );

  const connectReadOnly = useCallback(
    async ({ alsoAllow, ...wish }: ConsentWish) => {
      const newId = bridge.newId();
      triedRef.current = newId;
      await allow(bridge, wish.address, alsoAllow);
      return bridge.ask('connections.begin-consent', { ...wish, newId });
    },
    [bridge],
  );

  const giveUp = useCallback(() => {
    const connectionId = triedRef.current;
    if (connectionId !== null) void bridge.ask('connections.give-up', { connectionId });
  }, [bridge]);

  const act = useCallback<ConnectionsHook['act']>(
    async (name, connectionId) => {
      const done = await bridge.ask(name, { connectionId });
      await reload();
      return done.ok ? null : done.error;
    },
    [bridge, reload],
  );

  const keepAskKey = useCallback<ConnectionsHook['keepAskKey']>(
    async (entry) => {
      const kept = await bridge.ask('connections.keep-ask-key', entry);
      await reload();
      return kept;
    },
    [bridge, reload],
  );

  const moveWaiting = useCallback<ConnectionsHook['moveWaiting']>(
    async (move) => {
      const moved = await bridge.ask('connections.move-waiting', move);
      await reload();
      return moved.ok ? null : moved.error;
    },
    [bridge, reload],
  );

  return {
    state,
    reload,
    connectWithKey,
    connectReadOnly,
    replaceKey,
    giveUp,
    act,
    keepAskKey,
    moveWaiting,
  };
}

/** Called first in the click, as browsers require. The background checks itself whether it was granted. */
async function allow(
  { requestServices }: Bridge,
  address: string,
  alsoAllow: string | null = null,
): Promise<void> {
  const origins = [address, alsoAllow].flatMap((text) =>
    text === null ? [] : (originToAllow(text) ?? []),
  );
  if (origins.length > 0) await requestServices(origins).catch(() => false);
}
