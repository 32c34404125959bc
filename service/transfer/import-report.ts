/** What became of the lines of an import. */

const listFormat = new Intl.ListFormat('en');

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

/** Says what is in, where an import stopped. */
export function inWords(report: ImportReport): string {
  const kinds = [
    [report.memories, 'Memory', 'Memories'],
    [report.documents, 'document', 'documents'],
    [report.notes, 'note', 'notes'],
    [report.facts, 'standing fact', 'standing facts'],
    [report.rules, 'rule', 'rules'],
  ] as const;
  const stored = kinds.flatMap(([{ added, known }, one, many]) => {
    const taken = added + known;
    return taken === 0 ? [] : [`${taken.toLocaleString('en')} ${taken === 1 ? one : many}`];
  });
  return stored.length === 0
    ? 'Nothing was imported.'
    : `What stands before it was taken in or there already (${listFormat.format(stored)}); nothing after it was.`;
}
