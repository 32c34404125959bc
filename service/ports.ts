/** What the service asks of its surroundings, besides the database. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Fields hold codes, ids, counts and durations; never content, a query or a credential. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** For homes and tests that log nothing. */
export const silent: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The time as the database and the answers write it: ISO 8601, UTC. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** What a log may say of an error: its kind, since its message may hold content. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
