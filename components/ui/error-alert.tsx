import type { AppError } from '../../lib/contract/errors.ts';
import { Button } from './button.tsx';
import { errorNotice, Notice, type NoticeTone } from './notice.tsx';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type ErrorAlertProps = {
  error: AppError;
  tone?: NoticeTone;
  wordsOf?: (error: AppError) => ErrorWords;
  onRetry?: () => void;
};

export function ErrorAlert({ error, tone = 'bad', wordsOf = errorWords, ...on }: ErrorAlertProps) {
  const { onRetry } = on;
  return (
    <Notice
      isAlert
      tone={tone}
      {...errorNotice(wordsOf(error))}
      actions={
        onRetry === undefined ? null : (
          <Button size="small" onClick={onRetry}>
            {t('common_retry')}
          </Button>
        )
      }
    />
  );
}
