/** Which events say that a home lists other documents than before. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { KeptStatus } from '../../lib/contracts/outbox.ts';

/** All of the home, or one Memory in it. */
export type ChangedDocuments = 'all' | { memoryId: string };

/** Makes what tells of one home; it remembers how each save stood, since most of its steps change nothing in a list. */
export function createDocumentEvents(
  connectionId: string,
): (event: AppEvent) => ChangedDocuments | null {
  const standing = new Map<string, KeptStatus>();
  return (event) => {
    if (event.event === 'profile.changed') return 'all';
    if (event.event !== 'outbox.changed') return null;
    const { id, kind, state, container, connectionId: home } = event.item;
    if (home !== connectionId || kind === 'note' || !isListed.has(state.status)) return null;
    if (standing.get(id) === state.status) return null;
    standing.set(id, state.status);
    return { memoryId: container.id };
  };
}

/** The service has taken it, or says something else of it now. */
const isListed: ReadonlySet<KeptStatus> = new Set(['learning', 'learned', 'failed', 'canceled']);
