import { timestamp, type Clock, type Logger } from '../../ports.ts';

/** From most to least verbose. */
export const logLevels = ['info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface JsonLoggerOptions {
  readonly clock: Clock;
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}

export function createJsonLogger({ clock, level: lowest, write }: JsonLoggerOptions): Logger {
  const always =
    (level: LogLevel | 'audit'): Logger['info'] =>
    (event, fields = {}) =>
      write(`${JSON.stringify({ time: timestamp(clock), level, event, ...fields })}\n`);
  const log = (level: LogLevel) =>
    logLevels.indexOf(level) < logLevels.indexOf(lowest) ? () => undefined : always(level);
  return { audit: always('audit'), info: log('info'), warn: log('warn'), error: log('error') };
}

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
