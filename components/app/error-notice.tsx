import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { useBridge } from './bridge.ts';
import { errorNotice, Notice, type NoticeTone } from '../ui/notice.tsx';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';

type ErrorNoticeProps = {
  error: AppError;
  words?: ErrorWords;
  busy?: boolean;
  onAgain: () => void;
};

/** Shows an error with the one action that can help. */
export function ErrorNotice({ error, words, busy = false, onAgain }: ErrorNoticeProps) {
  const { openSettings, openWelcome } = useBridge();
  const action = {
    again: { label: t('common_retry'), busy, onClick: onAgain },
    settings: { label: t('common_openSettings'), onClick: () => void openSettings('connections') },
    'set-up': { label: t('common_setUp'), onClick: () => void openWelcome() },
    none: null,
  }[remedyFor(error)];
  return (
    <Notice tone={toneOf(error)} {...errorNotice(words ?? errorWords(error))} action={action} />
  );
}

/** `set-up`: there is no connection yet. `none`: only different input or another window can help. */
type Remedy = 'again' | 'settings' | 'set-up' | 'none';

export function remedyFor({ code }: AppError): Remedy {
  return ways[code] ?? 'again';
}

/** Errors that only describe the state of the connection don't look like failures. */
export function toneOf({ code }: AppError): NoticeTone {
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

const tones: Partial<Record<AppErrorCode, NoticeTone>> = {
  'memory.unauthorized': 'paused',
  'memory.unauthenticated': 'paused',
  'memory.not-permitted': 'paused',
  'memory.quota-exceeded': 'paused',
  'memory.capability-unavailable': 'plain',
  'memory.not-offered': 'plain',
  'memory.timeout': 'wait',
  'memory.rate-limited': 'wait',
  'memory.turns-exhausted': 'wait',
  'memory.daily-limit': 'wait',
};
