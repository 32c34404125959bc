import type { AppError } from '../../lib/contracts/errors.ts';
import { useBridge } from '../hooks/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { askWords } from '../words/ask.ts';
import type { ErrorWords } from '../words/errors.ts';
import { toneOf, wayOut } from './way-out.ts';

export type TroubleNoticeProps = {
  error: AppError;
  words: ErrorWords;
  /** What trying once more is called here. */
  again: string;
  busy?: boolean;
  onAgain: () => void;
};

/** Says why the memory gave no answer, and offers the one way on that helps. */
export function TroubleNotice({ error, words, again, busy, onAgain }: TroubleNoticeProps) {
  const { openSettings, openWelcome } = useBridge();
  const { title, next, quote, traceId } = words;
  const action = {
    again: { label: again, go: onAgain },
    settings: { label: askWords.settings, go: () => void openSettings() },
    'set-up': { label: askWords.setUp, go: () => void openWelcome() },
    none: null,
  }[wayOut(error)];
  return (
    <Notice
      tone={toneOf(error)}
      title={title}
      text={next}
      quote={quote}
      note={traceId === null ? null : askWords.reference(traceId)}
      actions={
        action === null ? null : (
          <Button
            size="small"
            busy={busy === true && wayOut(error) === 'again'}
            onClick={action.go}
          >
            {action.label}
          </Button>
        )
      }
    />
  );
}
