import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { useBridge } from './bridge.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { ErrorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';

type ErrorNoticeProps = {
  error: AppError;
  words: ErrorWords;
  /** Label of the retry button. */
  again: string;
  busy?: boolean;
  onAgain: () => void;
};

/** Offers the one action that helps. */
export function ErrorNotice({ error, words, again, busy, onAgain }: ErrorNoticeProps) {
  const { openSettings, openWelcome } = useBridge();
  const { title, next, quote, traceId } = words;
  const action = {
    again: { label: again, go: onAgain },
    settings: { label: t('common_openSettings'), go: () => void openSettings() },
    'set-up': { label: t('common_setUp'), go: () => void openWelcome() },
    none: null,
  }[remedyFor(error)];
  return (
    <Notice
      tone={toneOf(error)}
      title={title}
      text={next}
      quote={quote}
      note={traceId === null ? null : t('common_reference', { traceId })}
      actions={
        action === null ? null : (
          <Button
            size="small"
            busy={busy === true && remedyFor(error) === 'again'}
            onClick={action.go}
          >
            {action.label}
          </Button>
        )
      }
    />
  );
}

/** `set-up`: no connection at all; `none`: only other input or another window helps. */
type Remedy = 'again' | 'settings' | 'set-up' | 'none';

export function remedyFor({ code }: AppError): Remedy {
  return ways[code] ?? 'again';
}

/** States of the connection aren't shown as failures. */
export function toneOf({ code }: AppError): 'bad' | 'wait' | 'paused' | 'plain' {
  return tones[code] ?? 'bad';
}

const ways: Partial<Record<AppErrorCode, Remedy>> = {
  'memory.unauthorized': 'settings',
  'memory.unauthenticated': 'settings',
  'memory.not-permitted': 'settings',
  'memory.capability-unavailable': 'settings',
  'memory.not-offered': 'settings',
  'memory.insecure': 'settings',
  'memory.redirected': 'settings',
  'consent.ended': 'settings',
  'connection.none': 'set-up',
  'memory.validation': 'none',
  'message.refused': 'none',
  'message.invalid': 'none',
};

const tones: Partial<Record<AppErrorCode, 'wait' | 'paused' | 'plain'>> = {
  'memory.unauthorized': 'paused',
  'memory.unauthenticated': 'paused',
  'memory.not-permitted': 'paused',
  'memory.capability-unavailable': 'plain',
  'memory.not-offered': 'plain',
  'memory.timeout': 'wait',
  'memory.rate-limited': 'wait',
  'memory.turns-exhausted': 'wait',
};
