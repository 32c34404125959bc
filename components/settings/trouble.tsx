import type { AppError } from '../../lib/contracts/errors.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { type ErrorWords, errorWords } from '../words/errors.ts';
import { settingsWords } from '../words/settings.ts';

export type TroubleProps = {
  error: AppError;
  wordsOf?: (error: AppError) => ErrorWords;
  onRetry?: () => void;
};

/** What went wrong, said at once to a screen reader too. */
export function Trouble({ error, wordsOf = errorWords, onRetry }: TroubleProps) {
  const { title, next, quote, traceId } = wordsOf(error);
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={title}
        text={next}
        quote={quote}
        note={traceId === null ? null : settingsWords.reference(traceId)}
        actions={
          onRetry === undefined ? null : (
            <Button size="small" onClick={onRetry}>
              {settingsWords.retry}
            </Button>
          )
        }
      />
    </div>
  );
}
