import { Check, Download } from 'lucide-react';
import type { Exporting } from '../hooks/use-settings-transfer.ts';
import { Button } from '../ui/button.tsx';
import { exportSummary, settingsWords } from '../words/settings.ts';
import { SlowWords } from '../ui/slow-words.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { SettingsPart } from './settings-part.tsx';

const words = settingsWords.data.export;

export type ExportPartProps = { exporting: Exporting; onExport: () => void; onAgain: () => void };

/** Takes everything out as one file, and says what is in it. */
export function ExportPart({ exporting, onExport, onAgain }: ExportPartProps) {
  const isWorking = exporting.status === 'working';
  return (
    <SettingsPart words={words}>
      <Button busy={isWorking} icon={<Download size={16} aria-hidden="true" />} onClick={onExport}>
        {isWorking ? words.working : words.action}
      </Button>
      <div className="settings-outcome" aria-live="polite">
        {isWorking ? <SlowWords className="settings-row-note" words={words.slow} /> : null}
        {exporting.status === 'done' ? (
          <div className="settings-done">
            <Check size={18} aria-hidden="true" />
            <div>
              <p className="settings-done-title">{words.done(exporting.fileName)}</p>
              <p className="settings-row-note">
                {exportSummary(exporting.counts, exporting.bytes)}
              </p>
              <Button size="small" look="quiet" onClick={onAgain}>
                {words.again}
              </Button>
            </div>
          </div>
        ) : null}
      </div>
      {exporting.status === 'failed' ? (
        <div className="settings-outcome">
          <Trouble error={exporting.error} />
        </div>
      ) : null}
    </SettingsPart>
  );
}
