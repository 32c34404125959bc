/** Writes what happens as lines of JSON, one an event. */
import type { Clock, Logger } from '../../ports.ts';
import { timestamp } from '../../ports.ts';

/** From the most that is written to nothing. */
export const logLevels = ['info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface JsonLoggerOptions {
  readonly clock: Clock;
  /** What is less grave is not written. */
  readonly level: LogLevel;
  /** Gets whole lines. */
  readonly write: (line: string) => void;
}

/** Makes a logger. */
export function createJsonLogger({ clock, level: least, write }: JsonLoggerOptions): Logger {
  const log = (level: LogLevel): Logger['info'] =>
    logLevels.indexOf(level) < logLevels.indexOf(least)
      ? () => undefined
      : (event, fields = {}) =>
          write(`${JSON.stringify({ time: timestamp(clock), level, event, ...fields })}\n`);
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

/** Holds lines back until `release` is called, so that the words for a person come before them; passes them on from then. */
export function holdLines(write: (line: string) => void) {
  const held: string[] = [];
  let isHolding = true;
  return {
    write: (line: string) => (isHolding ? void held.push(line) : write(line)),
    release: () => {
      isHolding = false;
      for (const line of held.splice(0)) write(line);
    },
  };
}
