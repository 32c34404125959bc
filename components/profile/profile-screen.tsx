import '../recall/search-screen.css';
import './profile-screen.css';
import { FirstUse } from '../home-notice/first-use.tsx';
import { useHome } from '../hooks/use-home.ts';
import { ProfileOfHome } from './profile-of-home.tsx';

/**
 * The view of the side panel for what the memory knows of the person. Reads the profile once it is mounted, so it is
 * mounted when first shown, and stays mounted from then on.
 */
export function ProfileScreen() {
  const { state } = useHome();
  if (state.status === 'loading') return null;
  if (state.status === 'ready' && state.home.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  // What one home knows of the person is not shown as another's.
  const home = state.status === 'ready' ? state.home : null;
  return <ProfileOfHome key={home?.connectionId ?? null} home={home} />;
}
