import '../recall/search-screen.css';
import '../profile/profile-screen.css';
import { useEffect } from 'react';
import { FirstUse } from '../home-notice/first-use.tsx';
import type { HomeState } from '../hooks/use-home.ts';
import { RulesOfHome } from './rules-of-home.tsx';

export type RulesScreenProps = { home: HomeState; onReady: () => void };

/**
 * The view of the side panel for the rules. Reads them once it is mounted, so it is mounted when first shown, and stays
 * mounted from then on. `onReady` is told once there is something to see.
 */
export function RulesScreen({ home: state, onReady }: RulesScreenProps) {
  const isReady = state.status !== 'loading';
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  if (state.status === 'loading') return null;
  if (state.status === 'ready' && state.home.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  return <RulesOfHome kind={state.status === 'ready' ? state.home.kind : null} />;
}
