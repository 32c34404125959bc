/** Lets the capabilities of the background react to one another without knowing one another. */
import type { LiveItem, OutboxItem, OutboxSummary } from '../outbox/model.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { ConnectionStatus } from './messages.ts';

/** The events of the background and their payloads. */
export type BackgroundEvents = {
  /** An item was added, restored or changed state; `before` is null for a new one. */
  'outbox.item-changed': { item: LiveItem; before: OutboxItem | null };
  /** The same text was saved before: `item` is the existing item, with the source of the new request. */
  'outbox.item-repeated': { item: LiveItem };
  /** The person edited the text of an unsent item. */
  'outbox.item-edited': { item: LiveItem };
  /** An item was discarded or deleted; `item` is null if only the list entry was dropped. */
  'outbox.item-removed': { id: string; item: OutboxItem | OutboxSummary | null };
  /** Items were moved to another connection. */
  'outbox.items-moved': { ids: readonly string[] };
  /** A connection was added or removed, or its credential or withdrawals changed. */
  'connection.changed': { connectionId: string };
  /** The person chose another active connection. */
  'connection.chosen': { connectionId: string };
  /** A connection that lacked a credential or a permission can be used again. */
  'connection.restored': { connectionId: string };
  /** A connection answered again; `askedAt` is when the request was sent, in milliseconds since the epoch. */
  'connection.reachable': { connectionId: string; askedAt: number };
  /** The stored connections or their Memories were written. */
  'connections.stored': { before: StoredConnections; after: StoredConnections };
  /** What surfaces show of the active connection changed. */
  'connections.status-changed': { connection: ConnectionStatus };
  /** This extension changed documents, notes or names in the Memories of a connection. */
  'memories.changed': { connectionId: string };
  /** The rules of the device service changed. */
  'rules.changed': { connectionId: string };
  /** Permissions were granted or revoked. */
  'permissions.changed': { change: 'added' | 'removed' };
};

type EventName = keyof BackgroundEvents;
type Subscriber<N extends EventName> = (payload: BackgroundEvents[N]) => unknown;

export type EventBus = ReturnType<typeof createEventBus>;

/** `report` is called for a subscriber that failed. */
export function createEventBus(report: (area: string, cause: unknown) => void) {
  const subscribers = new Map<EventName, { area: string; run: (payload: never) => unknown }[]>();

  /** Calls `run` for each event of this name. `area` names the subscriber in the log. */
  function on<N extends EventName>(name: N, area: string, run: Subscriber<N>): void {
    subscribers.set(name, [...(subscribers.get(name) ?? []), { area, run }]);
  }

  /**
   * Calls every subscriber in the order they subscribed, without waiting in between. Resolves once all have finished; one
   * that fails is reported and stops no other.
   */
  async function emit<N extends EventName>(name: N, payload: BackgroundEvents[N]): Promise<void> {
    await Promise.all(
      (subscribers.get(name) ?? []).map(async ({ area, run }) => {
        try {
          // Registered under this name, so it takes this payload.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          await run(payload as never);
        } catch (cause) {
          report(area, cause);
        }
      }),
    );
  }

  return { on, emit };
}
