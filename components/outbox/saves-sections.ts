/** Where a save stands in the list of saves, by its state. Pure. */
import type { LiveStatus } from '../../lib/outbox/model.ts';
import type { SavesState } from './saves-state.ts';

/** What needs the person, what is on its way, and what is kept. */
export type SectionKey = 'trouble' | 'way' | 'saved';

export const sectionOf: Record<LiveStatus, SectionKey> = {
  requested: 'way',
  captured: 'way',
  sending: 'way',
  waiting: 'way',
  learning: 'way',
  accepted: 'saved',
  learned: 'saved',
  failed: 'trouble',
  canceled: 'trouble',
  unlearned: 'trouble',
  refused: 'trouble',
  paused: 'trouble',
};

/** How many saves need the person, and whether some are on their way. */
export function savesSummary(state: SavesState): { needy: number; isMoving: boolean } {
  if (state.status !== 'ready') return { needy: 0, isMoving: false };
  const sections = state.items.map((item) => sectionOf[item.state.status]);
  return {
    needy: sections.filter((section) => section === 'trouble').length,
    isMoving: sections.includes('way'),
  };
}
