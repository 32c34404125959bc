import { describe, expect, it } from 'vitest';
import type { HomeState } from '../hooks/use-home.ts';
import { welcomeView } from './welcome-view.ts';

const reading = { id: 'm1', name: 'Reading' };

function home(kind: 'device' | null, memories: readonly { id: string; name: string }[]): HomeState {
  return { status: 'ready', home: { kind, memories: [...memories], chosenMemoryId: null } };
}

describe('welcomeView', () => {
  it.each([
    ['home', home(null, [])],
    ['memory', home('device', [])],
    ['ready', home('device', [reading])],
    ['loading', { status: 'loading' }],
  ] satisfies [string, HomeState][])('is at %s', (kind, state) => {
    expect(welcomeView(state, false).kind).toBe(kind);
  });

  it('tells the end of setting up from a later visit', () => {
    expect(welcomeView(home('device', [reading]), true)).toMatchObject({ returning: false });
    expect(welcomeView(home('device', [reading]), false)).toMatchObject({ returning: true });
  });
});
