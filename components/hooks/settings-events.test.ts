import { describe, expect, it } from 'vitest';
import { galleryNow, home, save, states } from '../../tests/gallery/fixtures.ts';
import { changesMemories, changesRules } from './settings-events.ts';

const homeChanged = { event: 'home.changed', home } as const;
const rulesChanged = { event: 'rules.changed' } as const;
const saveIn = (status: keyof typeof states) =>
  ({ event: 'outbox.changed', item: save(states[status], { updatedAt: galleryNow }) }) as const;

describe('changesMemories', () => {
  it('counts anew once a save has come to rest in the home', () => {
    expect(changesMemories(saveIn('learned'))).toBe(true);
    expect(changesMemories(saveIn('accepted'))).toBe(true);
    expect(changesMemories(saveIn('sending'))).toBe(false);
    expect(changesMemories(saveIn('learning'))).toBe(false);
    expect(changesMemories(saveIn('refused'))).toBe(false);
  });

  it('hears of the home, and not of rules', () => {
    expect(changesMemories(homeChanged)).toBe(true);
    expect(changesMemories(rulesChanged)).toBe(false);
  });
});

describe('changesRules', () => {
  it('hears of rules and of what an import may have brought', () => {
    expect(changesRules(rulesChanged)).toBe(true);
    expect(changesRules(homeChanged)).toBe(true);
    expect(changesRules(saveIn('learned'))).toBe(false);
  });
});
