/** What became of the lines of an import. */

interface Tally {
  /** Stored by this import. */
  added: number;
  /** There already. */
  known: number;
}

export interface ImportReport {
  readonly memories: Tally;
  readonly documents: Tally;
  readonly notes: Tally;
  readonly facts: Tally;
  readonly rules: Tally & {
    /** For a key that is not here: to let them hold for every program would change what they say. */
    skipped: number;
  };
}

/** The report of an import that has just begun. */
export function noneImported(): ImportReport {
  const none = () => ({ added: 0, known: 0 });
  return {
    memories: none(),
    documents: none(),
    notes: none(),
    facts: none(),
    rules: { ...none(), skipped: 0 },
  };
}
