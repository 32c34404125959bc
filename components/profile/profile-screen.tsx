import '../recall/search-screen.css';
import './profile-screen.css';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { useBridge } from '../hooks/bridge.ts';
import { useHome } from '../hooks/use-home.ts';
import { SearchMessage } from '../recall/search-message.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { recallWords } from '../words/recall.ts';
import { ProfileOfHome } from './profile-of-home.tsx';

/**
 * The view of the side panel for what the memory knows of the person. Reads the profile once it is mounted, so it is
 * mounted when first shown, and stays mounted from then on.
 */
export function ProfileScreen() {
  const { openWelcome } = useBridge();
  const { state } = useHome();
  if (state.status === 'loading') return null;
  if (state.status === 'ready' && state.home.kind === null) {
    const { title, text, action } = recallWords.firstUse;
    return (
      <main className="profile-screen">
        <LateNoHome>
          <SearchMessage art={<Mark size={56} />} title={title} text={text}>
            <Button look="primary" onClick={() => void openWelcome()}>
              {action}
            </Button>
          </SearchMessage>
        </LateNoHome>
      </main>
    );
  }
  // What one home knows of the person is not shown as another's.
  const home = state.status === 'ready' ? state.home : null;
  return <ProfileOfHome key={home?.connectionId ?? null} home={home} />;
}
