/** Writes what happens as lines of JSON, one an event. */
import type { Clock, Logger } from '../../ports.ts';
import { timestamp } from '../../ports.ts';

/** Makes a logger; `write` gets whole lines. */
export function createJsonLogger(write: (line: string) => void, clock: Clock): Logger {
  const log =
    (level: string): Logger['info'] =>
    (event, fields = {}) =>
      write(`${JSON.stringify({ time: timestamp(clock), level, event, ...fields })}\n`);
  return { info: log('info'), warn: log('warn'), error: log('error') };
}
