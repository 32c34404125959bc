import { BinPart } from './bin-part.tsx';
import { useExport, useImport } from './use-settings-transfer.ts';
import { Section, SettingsPart } from '../ui/section.tsx';
import { listed, t } from '../../lib/i18n/i18n.ts';
import { Check, Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { TransferStatus } from './transfer-status.tsx';
import { useEffect, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { ImportButton } from './import-button.tsx';
import { ImportOutcome, partsOf } from './import-outcome.tsx';
import { errorOf } from '../app/use-command.ts';
import { useBridge } from '../app/bridge.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { ExportCounts } from '../../lib/transfer/model.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

export function DataSection({ kind }: { kind: ConnectionStatus['kind'] }) {
  const isElsewhere = kind !== null && kind !== 'device';
  return (
    <Section
      id="data"
      isPage
      title={t('settings_data_title')}
      {...(isElsewhere ? { text: t('settings_data_textElsewhere') } : {})}
    >
      {kind === 'device' ? (
        <>
          <ExportPart />
          <ImportPart />
          <BinPart />
        </>
      ) : null}
      <ForgettingPart />
    </Section>
  );
}

function ExportPart() {
  const { state, progress, start, downloadAgain } = useExport();
  const isWorking = state.status === 'running';
  return (
    <SettingsPart
      words={{ title: t('settings_data_export_title'), text: t('settings_data_export_text') }}
      error={progress.isCanceled ? null : errorOf(state)}
    >
      <Button busy={isWorking} icon={<Download size={16} />} onClick={start}>
        {isWorking ? t('settings_data_export_working') : t('settings_data_export_action')}
      </Button>
      {isWorking ? (
        <TransferStatus label={t('settings_data_export_working')} progress={progress} />
      ) : null}
      <div className="settings-outcome" aria-live="polite">
        {state.status === 'failed' && progress.isCanceled ? (
          <p className="settings-row-note">{t('transfer_exportCanceled')}</p>
        ) : null}
        {state.status === 'done' ? (
          <div className="settings-done">
            <Check size={18} />
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
    </SettingsPart>
  );
}

function ImportPart() {
  const { state, progress, fileName, start } = useImport();
  return (
    <SettingsPart
      words={{ title: t('settings_data_import_title'), text: t('settings_data_import_text') }}
    >
      <ImportButton
        label={t('settings_data_import_action')}
        isWorking={state.status === 'running'}
        onFile={start}
      />
      <ImportOutcome state={state} fileName={fileName} progress={progress} />
    </SettingsPart>
  );
}

/** Survives the reload that follows a reset (see mount.tsx). */
const wasReset = 'wasReset';

function ForgettingPart() {
  const { ask } = useBridge();
  const [asks, setAsks] = useState(false);
  const [isDone] = useState(() => sessionStorage.getItem(wasReset) !== null);
  useEffect(() => sessionStorage.removeItem(wasReset), []);

  async function forget(): Promise<AppError | null> {
    sessionStorage.setItem(wasReset, '');
    const forgotten = await ask('connections.forget-everything', {});
    if (!forgotten.ok) sessionStorage.removeItem(wasReset);
    return forgotten.ok ? null : forgotten.error;
  }

  return (
    <SettingsPart
      words={{ title: t('connections_forgetting_title'), text: t('connections_forgetting_text') }}
    >
      <Button onClick={() => setAsks(true)}>{t('connections_forgetting_action')}</Button>
      <output className="settings-connected">
        {isDone ? t('connections_forgetting_done') : ''}
      </output>
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
            <li>{t('forgetting_settings')}</li>
          </ul>
          <p>{t('connections_forgetting_warning')}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsPart>
  );
}

export function exportSummary(counts: ExportCounts, bytes: number): string {
  return t('settings_exportSummary', {
    counts: listed(partsOf(counts, true)),
    bytes: sizeWords(bytes),
  });
}
