import '../ui/section.css';
import { plural, listed, sentences, t } from '../../lib/i18n/i18n.ts';
import { Check } from 'lucide-react';
import type { AppError } from '../../lib/contract/errors.ts';
import { brokenImportSchema, type ImportReport } from '../../lib/contract/owner-api.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import type { ExportCounts } from '../../lib/transfer/model.ts';
import type { CommandState } from '../app/use-command.ts';
import { Notice } from '../ui/notice.tsx';
import { TransferStatus } from './transfer-status.tsx';
import type { TransferProgress } from './use-settings-transfer.ts';

type ImportOutcomeProps = {
  state: CommandState<ImportReport>;
  fileName: string;
  progress: TransferProgress;
};

export function ImportOutcome({ state, fileName, progress }: ImportOutcomeProps) {
  return (
    <>
      {state.status === 'running' ? (
        <TransferStatus label={t('settings_data_import_working')} progress={progress} />
      ) : null}
      <div className="settings-outcome" aria-live="polite">
        {state.status === 'failed' && progress.isCanceled ? <Canceled error={state.error} /> : null}
        {state.status === 'done' ? <Done fileName={fileName} report={state.value} /> : null}
      </div>
      {state.status === 'failed' && !progress.isCanceled ? (
        <div className="settings-outcome">
          <BrokenImport fileName={fileName} error={state.error} />
        </div>
      ) : null}
    </>
  );
}

function Done({ fileName, report }: { fileName: string; report: ImportReport }) {
  const isNew = Object.values(report).some(({ added }) => added > 0);
  const isIndexing = report.documents.added + report.notes.added > 0;
  return (
    <div className="settings-done">
      <Check size={18} />
      <div className="settings-lines">
        <p className="settings-done-title">
          {isNew
            ? t('settings_data_import_done', { fileName })
            : t('settings_data_import_nothingNew', { fileName })}
        </p>
        {importSummary(report).map((sentence) => (
          <p key={sentence} className="settings-row-note">
            {sentence}
          </p>
        ))}
        {isIndexing ? (
          <p className="settings-row-note">{t('settings_data_import_learning')}</p>
        ) : null}
      </div>
    </div>
  );
}

function brokenImportIn(error: AppError) {
  return brokenImportSchema.safeParse('details' in error ? error.details : null);
}

/** The service reports a canceled import like a file that was cut off. */
function Canceled({ error }: { error: AppError }) {
  const cut = brokenImportIn(error);
  const summary = cut.success ? importSummary(cut.data.imported) : [];
  return <p className="settings-row-note">{sentences(t('transfer_importCanceled'), ...summary)}</p>;
}

function BrokenImport({ fileName, error }: { fileName: string; error: AppError }) {
  const { title, next, quote } = errorWords(error);
  const broken = brokenImportIn(error);
  if (!broken.success) {
    const isRefused = quote !== null;
    return (
      <Notice
        isAlert
        tone="bad"
        title={t('settings_data_import_failed', { fileName })}
        text={isRefused ? null : sentences(title, next)}
        quote={quote}
      />
    );
  }
  const { line, imported } = broken.data;
  // The first line is the header: if it's damaged, nothing was read.
  const heading =
    line === 1
      ? t('settings_data_import_failed', { fileName })
      : t('settings_data_import_brokenAt', { fileName, line: String(line) });
  return (
    <Notice
      isAlert
      tone="bad"
      title={heading}
      text={quote}
      actions={
        <div className="settings-lines">
          <p className="settings-row-note">{sentences(...importSummary(imported))}</p>
          <p className="settings-row-note">{t('settings_data_import_brokenNext')}</p>
        </div>
      }
    />
  );
}

const kinds = {
  memory: 'settings_kinds_memory',
  document: 'settings_kinds_document',
  note: 'settings_kinds_note',
  fact: 'settings_kinds_fact',
  rule: 'settings_kinds_rule',
} as const;
type Counts = Partial<ExportCounts>;

export function importSummary(props: ImportReport): string[] {
  const { memories, documents, notes, facts, rules } = props;
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
    ...(rules.skipped === 0 ? [] : [plural(rules.skipped, 'settings_import_skipped')]),
  ];
}

export function partsOf(counts: Counts, withNone = false): string[] {
  return (['memory', 'document', 'note', 'fact', 'rule'] as const).flatMap((kind) => {
    const count = counts[kind];
    return count === undefined || (count === 0 && !withNone) ? [] : [plural(count, kinds[kind])];
  });
}
