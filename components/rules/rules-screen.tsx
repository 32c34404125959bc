import '../recall/search-screen.css';
import '../profile/profile-screen.css';
import { useEffect } from 'react';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { useBridge } from '../hooks/bridge.ts';
import { useHome } from '../hooks/use-home.ts';
import { SearchMessage } from '../recall/search-message.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { recallWords } from '../words/recall.ts';
import { RulesOfHome } from './rules-of-home.tsx';

/**
 * The view of the side panel for the rules. Reads them once it is mounted, so it is mounted when first shown, and stays
 * mounted from then on. `onReady` is told once there is something to see.
 */
export function RulesScreen({ onReady }: { onReady: () => void }) {
  const { openWelcome } = useBridge();
  const { state } = useHome();
  const isReady = state.status !== 'loading';
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
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
  const home = state.status === 'ready' ? state.home : null;
  // The rules of one home are not shown as another's.
  return <RulesOfHome key={home?.connectionId ?? null} kind={home?.kind ?? null} />;
}
