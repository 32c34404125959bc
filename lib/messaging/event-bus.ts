/** Capabilities react to each other without importing each other. */
import type { LiveItem, OutboxItem, OutboxSummary } from '../outbox/model.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { ConnectionStatus } from './messages.ts';

export type BackgroundEvents = {
  /** Added, restored or changed; `before` is null for a new item. */
  'outbox.item-changed': { item: LiveItem; before: OutboxItem | null };
  /** The same text was saved before: `item` is the existing one, with the new request's source. */
  'outbox.item-repeated': { item: LiveItem };
  /** The text of an unsent item. */
  'outbox.item-edited': { item: LiveItem };
  /** Discarded or deleted; `item` is null if only the list entry was dropped. */
  'outbox.item-removed': { id: string; item: OutboxItem | OutboxSummary | null };
  'outbox.items-moved': { ids: readonly string[] };
  /** Added or removed, or its credential or withdrawals changed. */
  'connection.changed': { connectionId: string };
  'connection.chosen': { connectionId: string };
  /** A missing credential or permission is back. */
  'connection.restored': { connectionId: string };
  /** `askedAt`: when the answered request was sent, in milliseconds since the epoch. */
  'connection.reachable': { connectionId: string; askedAt: number };
  'connections.stored': { before: StoredConnections; after: StoredConnections };
  'connections.status-changed': { connection: ConnectionStatus };
  /** By this extension: documents, notes or names. */
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

  /** Starts subscribers in order, without waiting; resolves when all end. Failures are reported. */
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
