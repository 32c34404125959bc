import type { ConnectOutcome } from '../../lib/contracts/connections.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { outcomeWords } from '../words/connections.ts';
import { popupWords } from '../words/popup.ts';

/** Why connecting did not work, and what to do about it; nothing where it did. */
export function ConnectAnswer({ answer }: { answer: Result<ConnectOutcome, AppError> }) {
  if (!answer.ok) return <Trouble error={answer.error} />;
  if (answer.value.outcome === 'works') return null;
  const { title, next, quote = null, traceId = null } = outcomeWords(answer.value);
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={title}
        text={next}
        quote={quote}
        note={traceId === null ? null : popupWords.reference(traceId)}
      />
    </div>
  );
}
