import { useBridge } from '../hooks/bridge.ts';
import { SearchMessage } from '../recall/search-message.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { recallWords } from '../words/recall.ts';
import { LateNoHome } from './late-no-home.tsx';

/** What a view of the side panel shows before there is a home: the way to one. */
export function FirstUse() {
  const { openWelcome } = useBridge();
  const { title, text, action } = recallWords.firstUse;
  return (
    <LateNoHome>
      <SearchMessage art={<Mark size={56} />} title={title} text={text}>
        <Button look="primary" onClick={() => void openWelcome()}>
          {action}
        </Button>
      </SearchMessage>
    </LateNoHome>
  );
}
