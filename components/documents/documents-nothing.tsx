import { useBridge } from '../hooks/bridge.ts';
import { SearchMessage } from '../recall/search-message.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { documentsWords } from '../words/documents.ts';
import { savesWords } from '../words/saves.ts';
import { searchWords } from '../words/search.ts';

export type DocumentsNothingProps = {
  hasMemories: boolean;
  /** The one that was looked in; null where all were. */
  memory: string | null;
  onWiden: () => void;
};

/** Stands in the place of the list where the home holds nothing, and says how something comes to be there. */
export function DocumentsNothing({ hasMemories, memory, onWiden }: DocumentsNothingProps) {
  const { openWelcome } = useBridge();
  if (!hasMemories) {
    const { title, text, action } = searchWords.noMemory;
    return (
      <SearchMessage art={<Mark size={56} />} title={title} text={text}>
        <Button look="primary" onClick={() => void openWelcome()}>
          {action}
        </Button>
      </SearchMessage>
    );
  }
  const { empty, emptyText } = documentsWords;
  return (
    <>
      <SearchMessage
        art={memory === null ? <Mark size={56} /> : undefined}
        title={empty(memory)}
        text={emptyText}
      >
        {memory === null ? null : (
          <Button onClick={onWiden}>{savesWords.filter.allMemories}</Button>
        )}
      </SearchMessage>
      <p className="saves-only-here">{documentsWords.notes}</p>
    </>
  );
}
