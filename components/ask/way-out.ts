/** What the person can do about a failure. Pure. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';

/** `set-up` where there is no home at all, `none` where only other words or another window help. */
export type WayOut = 'again' | 'settings' | 'set-up' | 'none';

/** Gives the one thing that helps most. */
export function wayOut({ code }: AppError): WayOut {
  return ways[code] ?? 'again';
}

/** What is no failure but a state of the connection is shown as one. */
export function toneOf({ code }: AppError): 'bad' | 'wait' | 'paused' | 'plain' {
  return tones[code] ?? 'bad';
}

const ways: Partial<Record<AppErrorCode, WayOut>> = {
  'memory.unauthorized': 'settings',
  'memory.unauthenticated': 'settings',
  'memory.not-permitted': 'settings',
  'memory.capability-unavailable': 'settings',
  'memory.not-offered': 'settings',
  'memory.insecure': 'settings',
  'memory.redirected': 'settings',
  'consent.ended': 'settings',
  'home.none': 'set-up',
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
