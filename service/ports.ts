export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Log fields are codes, ids, counts and durations; never content, queries or credentials. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export const silent: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** ISO 8601, UTC. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** The name only: an error's message could contain content. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
