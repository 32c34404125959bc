/** The words of the settings. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { ImportReport } from '../../lib/contracts/owner-api.ts';
import { shortened } from '../../lib/core/text/cut-text.ts';
import type { ExportCounts } from '../../lib/core/transfer/count-lines.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { sizeWords } from './size.ts';
import { counted, listed, t } from '../../lib/language/text.ts';

export const settingsWords = {
  pageTitle: t('settings_pageTitle'),
  title: t('settings_title'),
  lead: t('settings_lead'),
  sections: t('settings_sections'),
  loading: t('settings_loading'),
  cancel: t('settings_cancel'),
  reference: (traceId: string) => t('settings_reference', { traceId }),
  homeless: {
    title: t('settings_homeless_title'),
    text: t('settings_homeless_text'),
    action: t('settings_homeless_action'),
  },
  memories: {
    title: t('settings_memories_title'),
    text: t('settings_memories_text'),
    list: t('settings_memories_list'),
    empty: t('settings_memories_empty'),
    label: t('settings_memories_label'),
    placeholder: t('settings_memories_placeholder'),
    add: t('settings_memories_add'),
    create: t('settings_memories_create'),
    creating: t('settings_memories_creating'),
    created: (name: string) => t('settings_memories_created', { name }),
    taken: t('settings_memories_taken'),
    rename: (name: string) => t('settings_memories_rename', { name }),
    newName: (name: string) => t('settings_memories_newName', { name }),
    save: t('settings_memories_save'),
    saving: t('settings_memories_saving'),
    renamed: (name: string) => t('settings_memories_renamed', { name }),
    delete: (name: string) => t('settings_memories_delete', { name }),
    holds: ({ documents, notes, facts }: { documents: number; notes: number; facts: number }) => {
      const parts = partsOf({ document: documents, note: notes, fact: facts });
      return parts.length === 0 ? t('settings_memories_holds') : parts.join(' · ');
    },
  },
  deletion: {
    title: (name: string) => t('settings_deletion_title', { name }),
    asks: t('settings_deletion_asks'),
    no: t('settings_deletion_no'),
    yes: t('settings_deletion_yes'),
    working: t('settings_deletion_working'),
    close: t('settings_deletion_close'),
    done: (name: string) => t('settings_deletion_done', { name }),
  },
  rules: {
    title: t('settings_rules_title'),
    text: t('settings_rules_text'),
    list: t('settings_rules_list'),
    empty: t('settings_rules_empty'),
    label: t('settings_rules_label'),
    placeholder: t('settings_rules_placeholder'),
    add: t('settings_rules_add'),
    adding: t('settings_rules_adding'),
    edit: (content: string) => t('settings_rules_edit', { content }),
    save: t('settings_rules_save'),
    saving: t('settings_rules_saving'),
    delete: (content: string) => t('settings_rules_delete', { content }),
    forOne: t('settings_rules_forOne'),
    deleted: (content: string) => t('settings_rules_deleted', { content }),
    undo: t('settings_rules_undo'),
    undoOf: (content: string) => t('settings_rules_undoOf', { content }),
    gone: {
      title: t('settings_rules_gone_title'),
      next: t('settings_rules_gone_next'),
    },
  },
  data: {
    title: t('settings_data_title'),
    text: t('settings_data_text'),
    textElsewhere: t('settings_data_textElsewhere'),
    export: {
      title: t('settings_data_export_title'),
      text: t('settings_data_export_text'),
      action: t('settings_data_export_action'),
      working: t('settings_data_export_working'),
      slow: t('settings_data_export_slow'),
      done: (fileName: string) => t('settings_data_export_done', { fileName }),
      again: t('settings_data_export_again'),
    },
    import: {
      title: t('settings_data_import_title'),
      text: t('settings_data_import_text'),
      action: t('settings_data_import_action'),
      working: t('settings_data_import_working'),
      slow: (fileName: string) => t('settings_data_import_slow', { fileName }),
      done: (fileName: string) => t('settings_data_import_done', { fileName }),
      nothingNew: (fileName: string) => t('settings_data_import_nothingNew', { fileName }),
      failed: (fileName: string) => t('settings_data_import_failed', { fileName }),
      brokenAt: (fileName: string, line: number) =>
        // A place and no amount: as the home writes it.
        t('settings_data_import_brokenAt', { fileName, line: String(line) }),
      unread: (fileName: string) => t('settings_data_import_unread', { fileName }),
      brokenNext: t('settings_data_import_brokenNext'),
      learning: t('settings_data_import_learning'),
      /** Named as the view in the side panel is. */
      listed: t('settings_data_import_listed', {
        library: t('panel_views_library'),
        tab: t('library_tabs_home'),
      }),
    },
  },
} as const;

const kinds = {
  memory: 'settings_kinds_memory',
  document: 'settings_kinds_document',
  note: 'settings_kinds_note',
  fact: 'settings_kinds_fact',
  rule: 'settings_kinds_rule',
} as const;
type Counts = Partial<ExportCounts>;

/** Gives the words for what went wrong with a rule. */
export function ruleErrorWords(error: AppError): ErrorWords {
  const words = errorWords(error);
  return error.code === 'memory.not-found' ? { ...words, ...settingsWords.rules.gone } : words;
}

/** A rule as it is called where its whole words are too many. */
export function ruleName(content: string): string {
  return shortened(content, 60);
}

/** What was exported, and how large it is. */
export function exportSummary(counts: ExportCounts, bytes: number): string {
  return t('settings_exportSummary', {
    counts: listed(partsOf(counts, true)),
    bytes: sizeWords(bytes),
  });
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
    ...(added.length === 0 ? [] : [t('settings_import_new', { counts: listed(added) })]),
    ...(known.length === 0 ? [] : [t('settings_import_known', { counts: listed(known) })]),
    ...(rules.skipped === 0 ? [] : [counted(rules.skipped, 'settings_import_skipped')]),
  ];
}

function partsOf(counts: Counts, withNone = false): string[] {
  return (['memory', 'document', 'note', 'fact', 'rule'] as const).flatMap((kind) => {
    const count = counts[kind];
    return count === undefined || (count === 0 && !withNone) ? [] : [counted(count, kinds[kind])];
  });
}
