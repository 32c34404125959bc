import { useLayoutEffect, useRef } from 'react';
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';
import { searchWords } from '../words/search.ts';

export type SearchFailureProps = {
  error: AppError;
  onAgain: () => void;
  /** Called where the button goes while it has the focus. */
  onFocusLost: () => void;
};

/** What helps a search where it is not what helps otherwise. */
const ownAdvice: Partial<Record<AppErrorCode, string>> = {
  'memory.timeout': searchWords.failed.late,
  'page.no-text': searchWords.failed.noText,
};

/** Why nothing can be shown, and the way to ask again. */
export function SearchFailure({ error, onAgain, onFocusLost }: SearchFailureProps) {
  const { title, next, quote, traceId } = errorWords(error);
  const buttonRef = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const button = buttonRef.current;
    // Before it is taken away: afterwards nobody knows that it had the focus.
    return () => {
      if (button !== null && button === document.activeElement) onFocusLost();
    };
  }, [onFocusLost]);

  return (
    <Notice
      tone="bad"
      title={title}
      text={ownAdvice[error.code] ?? next}
      quote={quote}
      note={traceId === null ? null : popupWords.reference(traceId)}
      actions={
        <Button ref={buttonRef} size="small" onClick={onAgain}>
          {searchWords.failed.action}
        </Button>
      }
    />
  );
}
