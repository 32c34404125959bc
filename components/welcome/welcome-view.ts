/** How far the setting up has come. Pure. */
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { HomeState } from '../hooks/use-home.ts';

export type WelcomeView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'home' }
  /** `memory` names the first one; `choose` and `no-memory` are of a service, whose owner makes them. */
  | { kind: 'memory' | 'choose' | 'no-memory'; home: HomeStatus }
  /**
   * `returning` where everything was there already when the page opened; `isFound` where the home on this device was
   * chosen since, and its Memories had outlasted what was forgotten.
   */
  | { kind: 'ready'; home: HomeStatus; returning: boolean; isFound: boolean };

export type SetUp = {
  /** Something was set up since the page opened. */
  began: boolean;
  /** The person named the first Memory, or said which one of the service saves go to. */
  chose: boolean;
  /** The person works in the form that connects; a home that came from elsewhere does not take it away. */
  isInUse: boolean;
};

/** Gives the view. */
export function welcomeView(state: HomeState, { began, chose, isInUse }: SetUp): WelcomeView {
  if (state.status !== 'ready') return { kind: state.status };
  const { home } = state;
  if (home.kind === null || isInUse) return { kind: 'home' };
  const isOwn = home.kind === 'device';
  if (home.memories.length === 0) return { kind: isOwn ? 'memory' : 'no-memory', home };
  if (home.kind === 'key' && began && !chose) return { kind: 'choose', home };
  return { kind: 'ready', home, returning: !began && !chose, isFound: isOwn && began && !chose };
}
