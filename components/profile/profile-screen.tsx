import '../recall/search-screen.css';
import './profile-screen.css';
import { FirstUse } from '../home-notice/first-use.tsx';
import type { HomeState } from '../hooks/use-home.ts';
import { ProfileOfHome } from './profile-of-home.tsx';

/**
 * The view of the side panel for what the memory knows of the person. Reads the profile once it is mounted, so it is
 * mounted when first shown, and stays mounted from then on.
 */
export function ProfileScreen({ home: state }: { home: HomeState }) {
  if (state.status === 'loading') return null;
  if (state.status === 'ready' && state.home.kind === null) {
    return (
      <main className="profile-screen">
        <FirstUse />
      </main>
    );
  }
  return <ProfileOfHome home={state.status === 'ready' ? state.home : null} />;
}
