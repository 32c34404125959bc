/** The words of the settings. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { ImportReport } from '../../lib/contracts/owner-api.ts';
import type { ExportCounts } from '../../lib/core/transfer/count-lines.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { counted, isolated, listed, locale } from './language.ts';
import { sizeWords } from './size.ts';

export const settingsWords = {
  title: 'Settings',
  lead: 'Your memory lives in this browser, on this device. Here you keep it in order.',
  sections: 'Sections',
  loading: 'Looking for your memory',
  cancel: 'Cancel',
  reference: (traceId: string) => `Reference ${traceId}`,
  homeless: {
    title: 'Your memory has no place to live yet',
    text: 'Set Keepsake up first. On this device it takes one click; then you can manage it here.',
    action: 'Set up Keepsake',
  },
  memories: {
    title: 'Memories',
    text: 'A Memory holds what belongs together, and every find says which one it came from.',
    list: 'Your Memories',
    empty: 'There is no Memory yet. Name the first one.',
    label: 'Name of the new Memory',
    placeholder: 'For example, Recipes',
    add: 'New Memory',
    create: 'Create',
    creating: 'Creating',
    created: (name: string) => `The Memory ${isolated(name)} was created.`,
    taken: 'Another Memory has this name already.',
    rename: (name: string) => `Rename ${isolated(name)}`,
    newName: (name: string) => `New name of ${isolated(name)}`,
    save: 'Save',
    saving: 'Saving',
    renamed: (name: string) => `It is called ${isolated(name)} now.`,
    delete: (name: string) => `Delete ${isolated(name)}`,
    holds: ({ documents, notes, facts }: { documents: number; notes: number; facts: number }) => {
      const parts = partsOf({ document: documents, note: notes, fact: facts });
      return parts.length === 0 ? 'Nothing in it yet' : parts.join(' · ');
    },
  },
  deletion: {
    title: (name: string) => `Delete ${isolated(name)}?`,
    asks: 'Your memory asks:',
    no: 'No, keep it',
    yes: 'Yes, delete it',
    working: 'Deleting',
    close: 'Close',
    done: (name: string) => `The Memory ${isolated(name)} was deleted.`,
  },
  rules: {
    title: 'Rules',
    text: 'What you wish of every program that uses your memory, in your own words. They are told your rules when they ask.',
    list: 'Your rules',
    empty: 'There is no rule yet.',
    label: 'A new rule',
    placeholder: 'For example: Answer in short sentences, and name your sources.',
    add: 'Add rule',
    adding: 'Adding',
    edit: (content: string) => `Change the rule “${isolated(content)}”`,
    save: 'Save',
    saving: 'Saving',
    delete: (content: string) => `Delete the rule “${isolated(content)}”`,
    forOne: 'For one key only',
    deleted: (content: string) => `Rule deleted: “${isolated(content)}”`,
    undo: 'Undo',
    undoOf: (content: string) => `Undo: bring back the rule “${isolated(content)}”`,
    gone: {
      title: 'This rule is no longer there',
      next: 'It was deleted somewhere else. To keep your words, copy them and add them as a new rule.',
    },
  },
  data: {
    title: 'Your data',
    text: 'Everything is yours to take along: as one plain text file that Keepsake, or any program, can read.',
    export: {
      title: 'Take a copy out',
      text: 'All Memories with their documents, notes, standing facts and rules. Keep the file safe: it is not encrypted.',
      action: 'Export everything',
      working: 'Exporting',
      slow: 'Everything is being written to one file. With much in your memory this takes a minute; leave this page open.',
      done: (fileName: string) => `${isolated(fileName)} is in your downloads`,
      again: 'Download it again',
      failed: 'Nothing was exported',
    },
    import: {
      title: 'Bring a copy in',
      text: 'Choose a file that Keepsake exported, here or elsewhere. What is here already stays as it is.',
      action: 'Import a file…',
      working: 'Importing',
      slow: (fileName: string) =>
        `${isolated(fileName)} is being read in. With much in it this takes some minutes; leave this page open.`,
      done: (fileName: string) => `${isolated(fileName)} is in your memory`,
      nothingNew: (fileName: string) => `${isolated(fileName)} held nothing new`,
      failed: (fileName: string) => `${isolated(fileName)} could not be imported`,
      brokenAt: (fileName: string, line: number) =>
        `${isolated(fileName)} could be read up to line ${figure(line)}`,
      learning: 'It can be found once it is learned, which goes on by itself.',
    },
  },
} as const;

const kinds = {
  memory: { one: '# Memory', other: '# Memories' },
  document: { one: '# document', other: '# documents' },
  note: { one: '# note', other: '# notes' },
  fact: { one: '# standing fact', other: '# standing facts' },
  rule: { one: '# rule', other: '# rules' },
} as const;
type Counts = Partial<ExportCounts>;

/** Gives the words for what went wrong with a rule. */
export function ruleErrorWords(error: AppError): ErrorWords {
  const words = errorWords(error);
  return error.code === 'memory.not-found' ? { ...words, ...settingsWords.rules.gone } : words;
}

/** A rule as it is called where its whole words are too many. */
export function shortened(content: string): string {
  return content.length > 60 ? `${content.slice(0, 60)}…` : content;
}

/** What was exported, and how large it is. */
export function exportSummary(counts: ExportCounts, bytes: number): string {
  return `${listed(partsOf(counts, true))}, ${sizeWords(bytes)} in all.`;
}

/** What an import added, what was there, and what it left out: a sentence each, where there is something to say. */
export function importSummary({
  memories,
  documents,
  notes,
  facts,
  rules,
}: ImportReport): string[] {
  const tally = (which: 'added' | 'known'): Counts => ({
    memory: memories[which],
    document: documents[which],
    note: notes[which],
    fact: facts[which],
    rule: rules[which],
  });
  const added = partsOf(tally('added'));
  const known = partsOf(tally('known'));
  return [
    ...(added.length === 0 ? [] : [`New: ${listed(added)}.`]),
    ...(known.length === 0 ? [] : [`There already: ${listed(known)}.`]),
    ...(rules.skipped === 0
      ? []
      : [`Left out: ${counted(rules.skipped, kinds.rule)}, for keys that are not here.`]),
  ];
}

function partsOf(counts: Counts, withNone = false): string[] {
  return (['memory', 'document', 'note', 'fact', 'rule'] as const).flatMap((kind) => {
    const count = counts[kind];
    return count === undefined || (count === 0 && !withNone) ? [] : [counted(count, kinds[kind])];
  });
}

function figure(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}
