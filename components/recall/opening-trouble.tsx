import { sentences } from '../../lib/language/text.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { searchWords } from '../words/search.ts';

export type OpeningTroubleProps = { error: AppError; onClose: () => void };

/** Says why a hit did not open. */
export function OpeningTrouble({ error, onClose }: OpeningTroubleProps) {
  const { title, next, quote } = errorWords(error);
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={searchWords.notOpened}
        text={sentences(title, next)}
        quote={quote}
        actions={
          <Button size="small" onClick={onClose}>
            {searchWords.close}
          </Button>
        }
      />
    </div>
  );
}
