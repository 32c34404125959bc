/** Only codes, ids, counts and durations, never page text, queries, addresses or keys. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

export type Logger = {
  debug: (event: string, fields?: Fields) => void;
  warn: (event: string, fields?: Fields, cause?: unknown) => void;
};

/** Logs debug lines in development builds only. */
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

/** Returns only the name, because an error's message might contain private data. */
function nameOf(cause: unknown): string | null {
  if (cause === undefined) return null;
  return cause instanceof Error ? cause.name : typeof cause;
}
