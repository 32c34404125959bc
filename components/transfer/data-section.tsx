import { useExport, useImport } from './use-settings-transfer.ts';
import { Section, SettingsPart } from '../ui/section.tsx';
import { plural, listed, sentences, t } from '../../lib/i18n/i18n.ts';
import { Check, Download, Upload } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { SlowWords } from '../ui/slow-words.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { brokenImportSchema, type ImportReport } from '../../lib/contract/owner-api.ts';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { useBridge } from '../app/bridge.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import type { ExportCounts } from '../../lib/transfer/model.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

export function DataSection({ isOwn }: { isOwn: boolean }) {
  return (
    <Section
      id="data"
      title={t('settings_data_title')}
      {...(isOwn ? {} : { text: t('settings_data_textElsewhere') })}
    >
      {isOwn ? (
        <>
          <ExportPart />
          <ImportPart />
        </>
      ) : null}
      <ForgettingPart />
    </Section>
  );
}

function ExportPart() {
  const { state, start, downloadAgain } = useExport();
  const isWorking = state.status === 'running';
  return (
    <SettingsPart
      words={{ title: t('settings_data_export_title'), text: t('settings_data_export_text') }}
    >
      <Button busy={isWorking} icon={<Download size={16} aria-hidden="true" />} onClick={start}>
        {isWorking ? t('settings_data_export_working') : t('settings_data_export_action')}
      </Button>
      <div className="settings-outcome" aria-live="polite">
        {isWorking ? (
          <SlowWords className="settings-row-note" words={t('settings_data_slow')} />
        ) : null}
        {state.status === 'done' ? (
          <div className="settings-done">
            <Check size={18} aria-hidden="true" />
            <div>
              <p className="settings-done-title">
                {t('settings_data_export_done', { fileName: state.value.fileName })}
              </p>
              <p className="settings-row-note">
                {exportSummary(state.value.counts, state.value.bytes)}
              </p>
              <Button size="small" look="quiet" onClick={downloadAgain}>
                {t('settings_data_export_again')}
              </Button>
            </div>
          </div>
        ) : null}
      </div>
      {state.status === 'failed' ? (
        <div className="settings-outcome">
          <Trouble error={state.error} />
        </div>
      ) : null}
    </SettingsPart>
  );
}

function ImportPart() {
  const inputRef = useRef<HTMLInputElement>(null);
  const { state, fileName, start } = useImport();
  const isWorking = state.status === 'running';
  return (
    <SettingsPart
      words={{ title: t('settings_data_import_title'), text: t('settings_data_import_text') }}
    >
      <Button
        busy={isWorking}
        icon={<Upload size={16} aria-hidden="true" />}
        onClick={() => inputRef.current?.click()}
      >
        {isWorking ? t('settings_data_import_working') : t('settings_data_import_action')}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".jsonl,application/jsonl"
        aria-label={t('settings_data_import_action')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) start(file);
          // Otherwise choosing the same file again would fire no event.
          currentTarget.value = '';
        }}
      />
      <div className="settings-outcome" aria-live="polite">
        {isWorking ? (
          <SlowWords className="settings-row-note" words={t('settings_data_slow')} />
        ) : null}
        {state.status === 'done' ? <Done fileName={fileName} report={state.value} /> : null}
      </div>
      {state.status === 'failed' ? (
        <div className="settings-outcome">
          <BrokenImport fileName={fileName} error={state.error} />
        </div>
      ) : null}
    </SettingsPart>
  );
}

function Done({ fileName, report }: { fileName: string; report: ImportReport }) {
  const isNew = Object.values(report).some(({ added }) => added > 0);
  const isIndexing = report.documents.added + report.notes.added > 0;
  return (
    <div className="settings-done">
      <Check size={18} aria-hidden="true" />
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

function BrokenImport({ fileName, error }: { fileName: string; error: AppError }) {
  const { title, next, quote } = errorWords(error);
  const broken = brokenImportSchema.safeParse('details' in error ? error.details : null);
  if (!broken.success) {
    const isRefused = quote !== null;
    return (
      <div role="alert">
        <Notice
          tone="bad"
          title={t('settings_data_import_failed', { fileName })}
          text={isRefused ? null : sentences(title, next)}
          quote={quote}
        />
      </div>
    );
  }
  const { line, imported } = broken.data;
  // The first line is the header: if it's damaged, nothing was read.
  const heading =
    line === 1
      ? t('settings_data_import_failed', { fileName })
      : t('settings_data_import_brokenAt', { fileName, line: String(line) });
  return (
    <div role="alert">
      <Notice
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
    </div>
  );
}

function ForgettingPart() {
  const { ask } = useBridge();
  const [asks, setAsks] = useState(false);

  async function forget(): Promise<AppError | null> {
    const forgotten = await ask('connections.forget-everything', {});
    return forgotten.ok ? null : forgotten.error;
  }

  return (
    <SettingsPart
      words={{
        title: t('connections_forgetting_title'),
        text: t('connections_forgetting_text'),
      }}
    >
      <Button onClick={() => setAsks(true)}>{t('connections_forgetting_action')}</Button>
      {asks ? (
        <ConfirmDialog
          title={t('connections_forgetting_question')}
          yes={t('connections_forgetting_title')}
          no={t('common_cancel')}
          typed={{
            label: t('connections_forgetting_type'),
            word: t('connections_forgetting_word'),
          }}
          onConfirm={forget}
          onClose={() => setAsks(false)}
        >
          <p>{t('forgetting_goes')}</p>
          <ul className="settings-moving">
            <li>{t('forgetting_connections')}</li>
            <li>{t('forgetting_outbox')}</li>
            <li>{t('forgetting_marks')}</li>
            <li>{t('forgetting_settings')}</li>
          </ul>
          <p>{t('connections_forgetting_warning')}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsPart>
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

export function exportSummary(counts: ExportCounts, bytes: number): string {
  return t('settings_exportSummary', {
    counts: listed(partsOf(counts, true)),
    bytes: sizeWords(bytes),
  });
}

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

function partsOf(counts: Counts, withNone = false): string[] {
  return (['memory', 'document', 'note', 'fact', 'rule'] as const).flatMap((kind) => {
    const count = counts[kind];
    return count === undefined || (count === 0 && !withNone) ? [] : [plural(count, kinds[kind])];
  });
}
