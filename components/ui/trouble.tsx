import type { AppError } from '../../lib/contracts/errors.ts';
import { Button } from './button.tsx';
import { Notice, type NoticeTone } from './notice.tsx';
import { type ErrorWords, errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';

export type TroubleProps = {
  error: AppError;
  tone?: NoticeTone;
  wordsOf?: (error: AppError) => ErrorWords;
  onRetry?: () => void;
};

/** What went wrong, said at once to a screen reader too. */
export function Trouble({ error, tone = 'bad', wordsOf = errorWords, onRetry }: TroubleProps) {
  const { title, next, quote, traceId } = wordsOf(error);
  return (
    <div role="alert">
      <Notice
        tone={tone}
        title={title}
        text={next}
        quote={quote}
        note={traceId === null ? null : popupWords.reference(traceId)}
        actions={
          onRetry === undefined ? null : (
            <Button size="small" onClick={onRetry}>
              {popupWords.tryAgain}
            </Button>
          )
        }
      />
    </div>
  );
}
