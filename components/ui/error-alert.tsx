import type { AppError } from '../../lib/contract/errors.ts';
import { errorNotice, Notice, type NoticeTone } from './notice.tsx';
import { type ErrorWords, errorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type ErrorAlertProps = {
  error: AppError;
  tone?: NoticeTone;
  wordsOf?: (error: AppError) => ErrorWords;
  onRetry?: () => void;
  isRetrying?: boolean;
};

export function ErrorAlert({ error, tone = 'bad', wordsOf = errorWords, ...on }: ErrorAlertProps) {
  const { onRetry, isRetrying: busy = false } = on;
  return (
    <Notice
      isAlert
      tone={tone}
      {...errorNotice(wordsOf(error))}
      action={onRetry === undefined ? null : { label: t('common_retry'), onClick: onRetry, busy }}
    />
  );
}
