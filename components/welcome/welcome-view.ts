/** How far the setting up has come. Pure. */
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { HomeState } from '../hooks/use-home.ts';

export type WelcomeView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'home' }
  | { kind: 'memory'; home: HomeStatus }
  /** `returning` where everything was there already when the page opened. */
  | { kind: 'ready'; home: HomeStatus; returning: boolean };

/** Gives the view; `began` says whether something was set up since the page opened. */
export function welcomeView(state: HomeState, began: boolean): WelcomeView {
  if (state.status !== 'ready') return { kind: state.status };
  const { home } = state;
  if (home.kind === null) return { kind: 'home' };
  if (home.memories.length === 0) return { kind: 'memory', home };
  return { kind: 'ready', home, returning: !began };
}
