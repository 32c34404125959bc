import { describe, expect, it } from 'vitest';
import { galleryNow, connection, save, states } from '../../tests/gallery/fixtures.ts';
import { changesMemories } from './memories-section.tsx';
import { changesRules } from './rules-section.tsx';

const connectionChanged = { event: 'connection.status-changed', connection } as const;
const rulesChanged = { event: 'rules.changed' } as const;
const saveIn = (status: keyof typeof states) =>
  ({ event: 'outbox.changed', item: save(states[status], { updatedAt: galleryNow }) }) as const;

describe('changesMemories', () => {
  it('is true once a save has reached its final state', () => {
    expect(changesMemories(saveIn('learned'))).toBe(true);
    expect(changesMemories(saveIn('accepted'))).toBe(true);
    expect(changesMemories(saveIn('sending'))).toBe(false);
    expect(changesMemories(saveIn('learning'))).toBe(false);
    expect(changesMemories(saveIn('refused'))).toBe(false);
  });

  it('is true for the connection, and false for rules', () => {
    expect(changesMemories(connectionChanged)).toBe(true);
    expect(changesMemories(rulesChanged)).toBe(false);
  });
});

describe('changesRules', () => {
  it('is true for rules, and for what an import can bring', () => {
    expect(changesRules(rulesChanged)).toBe(true);
    expect(changesRules(connectionChanged)).toBe(true);
    expect(changesRules(saveIn('learned'))).toBe(false);
  });
});
