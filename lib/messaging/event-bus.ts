/** Events through which modules of the background react to each other without importing each other. */
import type { LiveItem, OutboxItem, OutboxSummary } from '../outbox/model.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { ConnectionStatus } from './messages.ts';

export type BackgroundEvents = {
  /** The item was added, restored or changed; `before` is null for a new item. */
  'outbox.item-changed': { item: LiveItem; before: OutboxItem | null };
  /** The same text was already saved: `item` is the existing item, with the new request's source. */
  'outbox.item-repeated': { item: LiveItem };
  /** The text of an unsent item was edited. */
  'outbox.item-edited': { item: LiveItem };
  /** The item was discarded or deleted; `item` is null if only the list entry was removed. */
  'outbox.item-removed': { id: string; item: OutboxItem | OutboxSummary | null };
  'outbox.items-moved': { ids: readonly string[] };
  /** The connection was added or removed, or its credential or withdrawals changed. */
  'connection.changed': { connectionId: string };
  'connection.chosen': { connectionId: string };
  /** A missing credential or permission has been restored. */
  'connection.restored': { connectionId: string };
  /** `askedAt` is the time at which the successful request was sent, in milliseconds since the epoch. */
  'connection.reachable': { connectionId: string; askedAt: number };
  'connections.stored': { before: StoredConnections; after: StoredConnections };
  'connections.status-changed': { connection: ConnectionStatus };
  /** This extension changed documents, notes or names. */
  'memories.changed': { connectionId: string };
  'rules.changed': { connectionId: string };
  'permissions.changed': { change: 'added' | 'removed' };
};

type EventName = keyof BackgroundEvents;
type Subscriber<N extends EventName> = (payload: BackgroundEvents[N]) => unknown;

export type EventBus = ReturnType<typeof createEventBus>;

/** `report` is called when a subscriber fails. */
export function createEventBus(report: (area: string, cause: unknown) => void) {
  const subscribers = new Map<EventName, { area: string; run: (payload: never) => unknown }[]>();

  /** `area` names the subscriber in the log. */
  function on<N extends EventName>(name: N, area: string, run: Subscriber<N>): void {
    subscribers.set(name, [...(subscribers.get(name) ?? []), { area, run }]);
  }

  /**
   * Starts the subscribers in order without awaiting each, and resolves when all have finished. Failures are reported.
   */
  async function emit<N extends EventName>(name: N, payload: BackgroundEvents[N]): Promise<void> {
    await Promise.all(
      (subscribers.get(name) ?? []).map(async ({ area, run }) => {
        try {
          // Subscribers are registered by event name, so this subscriber accepts this payload.
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
