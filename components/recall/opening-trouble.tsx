import { sentences } from '../../lib/language/text.ts';
import type { useOpening } from '../hooks/use-opening.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';
import { searchWords } from '../words/search.ts';

export type OpeningTroubleProps = { opening: ReturnType<typeof useOpening> };

/** Says why the last hit did not open; nothing where it did. */
export function OpeningTrouble({ opening: { failure, open, forget } }: OpeningTroubleProps) {
  if (failure === null) return null;
  const { hit, error } = failure;
  const { title, next, quote } = errorWords(error);
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={searchWords.notOpened}
        text={sentences(title, next)}
        quote={quote}
        actions={
          <>
            {error.retryable ? (
              <Button size="small" onClick={() => void open(hit)}>
                {popupWords.tryAgain}
              </Button>
            ) : null}
            <Button size="small" look={error.retryable ? 'quiet' : 'secondary'} onClick={forget}>
              {searchWords.close}
            </Button>
          </>
        }
      />
    </div>
  );
}
