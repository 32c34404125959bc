import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { seconds } from '../words/time.ts';
import { searchWords } from '../words/search.ts';

export type SlowSearchProps = {
  /** Whole seconds. */
  elapsed: number;
  words: { title: string; text: string };
  onCancel: () => void;
};

/** Says that a search may take a while and how long it has, above everything so that nothing moves. */
export function SlowSearch({ elapsed, words: { title, text }, onCancel }: SlowSearchProps) {
  return (
    <aside className="slow-search">
      <Spinner />
      <div className="slow-search-words">
        <p className="slow-search-title">
          {title} <span className="slow-search-time">{seconds(elapsed)}</span>
        </p>
        <p className="slow-search-text">{text}</p>
      </div>
      <Button size="small" onClick={onCancel}>
        {searchWords.waiting.cancel}
      </Button>
    </aside>
  );
}
