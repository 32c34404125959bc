import '../recall/search-screen.css';
import '../profile/profile-screen.css';
import { useEffect } from 'react';
import { FirstUse } from '../home-notice/first-use.tsx';
import { useHome } from '../hooks/use-home.ts';
import { RulesOfHome } from './rules-of-home.tsx';

/**
 * The view of the side panel for the rules. Reads them once it is mounted, so it is mounted when first shown, and stays
 * mounted from then on. `onReady` is told once there is something to see.
 */
export function RulesScreen({ onReady }: { onReady: () => void }) {
  const { state } = useHome();
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
  const home = state.status === 'ready' ? state.home : null;
  // The rules of one home are not shown as another's.
  return <RulesOfHome key={home?.connectionId ?? null} kind={home?.kind ?? null} />;
}
