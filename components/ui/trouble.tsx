import type { AppError } from '../../lib/contract/errors.ts';
import { Button } from './button.tsx';
import { Notice, type NoticeTone } from './notice.tsx';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type TroubleProps = {
  error: AppError;
  tone?: NoticeTone;
  wordsOf?: (error: AppError) => ErrorWords;
  onRetry?: () => void;
};

export function Trouble({ error, tone = 'bad', wordsOf = errorWords, onRetry }: TroubleProps) {
  const { title, next, quote, traceId } = wordsOf(error);
  return (
    <div role="alert">
      <Notice
        tone={tone}
        title={title}
        text={next}
        quote={quote}
        note={traceId === null ? null : t('common_reference', { traceId })}
        actions={
          onRetry === undefined ? null : (
            <Button size="small" onClick={onRetry}>
              {t('common_retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
