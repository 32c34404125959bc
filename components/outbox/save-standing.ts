/** What is known of a save before anything is said of it. */
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';

/** Whether the connection has the page: not, not yet, or yes. */
export type Kept = 'no' | 'soon' | 'yes';

/** Of a link whose page could not be learned the connection has the address alone. */
export function keptOf({ kind, state: { status } }: OutboxView): Kept {
  const isAddressAlone = kind === 'link' && (status === 'failed' || status === 'canceled');
  return isAddressAlone ? 'no' : keptIn[status];
}

/** Those that trying again would have brought on, had it gone well. */
export function isToBeTried({ state: { status } }: Pick<OutboxView, 'state'>): boolean {
  return status === 'refused' || status === 'paused' || status === 'waiting';
}

const keptIn: Record<LiveStatus, Kept> = {
  requested: 'soon',
  captured: 'soon',
  sending: 'soon',
  waiting: 'soon',
  accepted: 'yes',
  learning: 'yes',
  learned: 'yes',
  failed: 'yes',
  canceled: 'yes',
  unlearned: 'yes',
  refused: 'no',
  paused: 'no',
};
