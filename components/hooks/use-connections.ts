import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { ConnectOutcome, KeptUntil } from '../../lib/contracts/connections.ts';
import type { MessageInput, MessageOutput } from '../../lib/contracts/messages.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { originToAllow } from '../../lib/core/connections/address.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { createGathering } from './gathering.ts';
import { createHomeEvents, homeEventsGapMs } from './home-events.ts';

export type ConnectionsState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; list: ConnectionList };

export type Connecting = Promise<Result<ConnectOutcome, AppError>>;

export type KeyEntry = {
  address: string;
  key: string;
  keep: KeptUntil;
  /** The home whose key it takes the place of; null for a home of its own. */
  replaces: string | null;
};

export type ConsentWish = {
  address: string;
  connectionId: string | null;
  /** Where the consent is given, if that is elsewhere and had to be named first. */
  alsoAllow: string | null;
};

export type ConnectionsHook = {
  state: ConnectionsState;
  reload: () => Promise<void>;
  connectWithKey: (entry: KeyEntry) => Connecting;
  /** Again for a connection that is kept, or null for a new one. */
  connectReadOnly: (wish: ConsentWish) => Connecting;
  replaceKey: (entry: {
    connectionId: string;
    address: string;
    key: string;
    keep: KeptUntil;
  }) => Connecting;
  /** Gives up the try that was begun last; nothing of it is kept. */
  giveUp: () => void;
  act: (
    name:
      | 'connections.choose'
      | 'connections.remove'
      | 'connections.try-again'
      | 'connections.forget-ask-key',
    connectionId: string,
  ) => Promise<AppError | null>;
  /** Cannot be tried: a first question shows whether it is good. */
  keepAskKey: (entry: {
    connectionId: string;
    key: string;
    keep: KeptUntil;
  }) => Promise<Result<MessageOutput<'connections.keep-ask-key'>, AppError>>;
  moveWaiting: (move: MessageInput<'connections.move-waiting'>) => Promise<AppError | null>;
};

/** The homes of the person's memory, and what they may do with them. */
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
    const { note, stop } = createGathering(() => void reload(), homeEventsGapMs);
    const concernsHomes = createHomeEvents();
    const forget = bridge.onEvent((event) => {
      if (concernsHomes(event)) note();
    });
    return () => {
      forget();
      stop();
    };
  }, [bridge, reload]);

  /** The id that the connection being tried will have. */
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
      if (replaces !== null) {
        const replaced = await replaceKey({ connectionId: replaces, ...entry });
        // Used from now on, as one that is connected for the first time.
        if (replaced.ok && replaced.value.outcome === 'works')
          await bridge.ask('connections.choose', { connectionId: replaces });
        return replaced;
      }
      const connectionId = bridge.newId();
      triedRef.current = connectionId;
      await allow(bridge, entry.address);
      return bridge.ask('connections.connect-with-key', { connectionId, ...entry });
    },
    [bridge, replaceKey],
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

/** Asked first of all in the click, as browsers want it. Whether it was allowed, the background looks up itself. */
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
