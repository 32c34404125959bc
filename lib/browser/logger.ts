/** Codes, ids, counts and durations only; never page text, queries, addresses or keys. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

export type Logger = {
  debug: (event: string, fields?: Fields) => void;
  warn: (event: string, fields?: Fields, cause?: unknown) => void;
};

/** Debug lines are for development builds. */
export function createLogger(area: string): Logger {
  return {
    debug(event, fields = {}) {
      if (import.meta.env.DEV) console.debug(`[${area}] ${event}`, fields);
    },
    warn(event, fields = {}, cause) {
      console.warn(`[${area}] ${event}`, { ...fields, cause: nameOf(cause) });
    },
  };
}

/** Only the name: an error's message can quote what it failed on. */
function nameOf(cause: unknown): string | null {
  if (cause === undefined) return null;
  return cause instanceof Error ? cause.name : typeof cause;
}
