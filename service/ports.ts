import { StorageError } from './storage/storage-error.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Log fields are codes, ids, counts and durations; never content, queries or credentials. `audit` is for what operators do with
 * other people's accounts: it's written whatever the log level.
 */
export type Logger = Readonly<
  Record<'audit' | 'info' | 'warn' | 'error', (event: string, fields?: LogFields) => void>
>;

const ignore = () => undefined;
export const silent: Logger = { audit: ignore, info: ignore, warn: ignore, error: ignore };

/** Returns the time in ISO 8601, UTC: now, or some milliseconds later or earlier. */
export function timestamp(clock: Clock, laterMs = 0): string {
  return new Date(clock.now() + laterMs).toISOString();
}

/** Compares as numbers, because as text a year after 9999 sorts before all others. `time` is in ISO 8601. */
export function hasPassed(time: string, clock: Clock): boolean {
  return Date.parse(time) <= clock.now();
}

/** Returns whether a time's year is 1 to 9999 in UTC. Not every export, browser and database can read other years. */
export function hasUsualYear(time: Date): boolean {
  return /^(?!0000)\d{4}-/.test(time.toISOString());
}

/** Returns only a code, such as ENOSPC or storage.full, or the name: an error's message could contain content. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error instanceof StorageError) return `storage.${error.code}`;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : error.name;
}
