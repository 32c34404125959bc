import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';

export type Stored = 'no' | 'soon' | 'yes';
export type SaveTone = 'busy' | 'good' | 'wait' | 'paused' | 'bad';
export type SectionKey = 'attention' | 'progress' | 'saved';

type StatusView = { stored: Stored; tone: SaveTone; section: SectionKey };

export const statusViews: Record<LiveStatus, StatusView> = {
  requested: { stored: 'soon', tone: 'busy', section: 'progress' },
  captured: { stored: 'soon', tone: 'busy', section: 'progress' },
  sending: { stored: 'soon', tone: 'busy', section: 'progress' },
  waiting: { stored: 'soon', tone: 'wait', section: 'progress' },
  accepted: { stored: 'yes', tone: 'good', section: 'saved' },
  learning: { stored: 'yes', tone: 'busy', section: 'progress' },
  learned: { stored: 'yes', tone: 'good', section: 'saved' },
  failed: { stored: 'yes', tone: 'bad', section: 'attention' },
  canceled: { stored: 'yes', tone: 'bad', section: 'attention' },
  unlearned: { stored: 'yes', tone: 'wait', section: 'attention' },
  refused: { stored: 'no', tone: 'bad', section: 'attention' },
  paused: { stored: 'no', tone: 'paused', section: 'attention' },
};

export function sectionOf({ state }: OutboxView): SectionKey {
  return statusViews[state.status].section;
}

export function isUnsent({ state }: OutboxView): boolean {
  return statusViews[state.status].stored === 'soon';
}
