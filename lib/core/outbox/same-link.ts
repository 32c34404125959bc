/** Which of two saves of one address is enough, while neither has reached its home. */
import type { OutboxItem } from '../../contracts/outbox.ts';
import { editable, isIn } from './standing.ts';
import { isKept } from './view.ts';

/**
 * Says whether `later`, a link that was just saved, stands for `earlier` as well: the same address for the same Memory,
 * which waits or was refused. One that has no tab is part of a batch, which would take it for discarded.
 */
export function standsFor(later: OutboxItem, earlier: OutboxItem): boolean {
  return (
    isBefore(earlier, later) &&
    earlier.kind === 'link' &&
    earlier.customId === later.customId &&
    earlier.connectionId === later.connectionId &&
    earlier.container.id === later.container.id &&
    earlier.source.tabId !== null &&
    earlier.material !== null &&
    isKept(earlier) &&
    isIn(earlier.state, editable)
  );
}

/** Of two that were saved at the same moment one is the earlier all the same, lest each is taken out for the other. */
function isBefore(a: OutboxItem, b: OutboxItem): boolean {
  return a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
}
