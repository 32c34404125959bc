import { Check, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { Importing } from '../hooks/use-settings-transfer.ts';
import { Button } from '../ui/button.tsx';
import { importSummary, settingsWords } from '../words/settings.ts';
import { BrokenImport } from './broken-import.tsx';
import { SlowWords } from '../ui/slow-words.tsx';
import { SettingsPart } from './settings-part.tsx';

const words = settingsWords.data.import;

export type ImportPartProps = { importing: Importing; onImport: (file: File) => void };

/** Takes a file in, and says what was new in it and what was there. */
export function ImportPart({ importing, onImport }: ImportPartProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const isWorking = importing.status === 'working';
  return (
    <SettingsPart words={words}>
      <Button
        busy={isWorking}
        icon={<Upload size={16} aria-hidden="true" />}
        onClick={() => inputRef.current?.click()}
      >
        {isWorking ? words.working : words.action}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".jsonl,application/jsonl"
        aria-label={words.action}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onImport(file);
          // The same file may be chosen again after it was mended.
          currentTarget.value = '';
        }}
      />
      <div className="settings-outcome" aria-live="polite">
        {importing.status === 'working' ? (
          <SlowWords className="settings-row-note" words={words.slow(importing.fileName)} />
        ) : null}
        {importing.status === 'done' ? <Done {...importing} /> : null}
      </div>
      {importing.status === 'failed' ? (
        <div className="settings-outcome">
          <BrokenImport fileName={importing.fileName} error={importing.error} />
        </div>
      ) : null}
    </SettingsPart>
  );
}

function Done({ fileName, report }: Extract<Importing, { status: 'done' }>) {
  const isNew = Object.values(report).some(({ added }) => added > 0);
  const learns = report.documents.added + report.notes.added > 0;
  return (
    <div className="settings-done">
      <Check size={18} aria-hidden="true" />
      <div className="settings-lines">
        <p className="settings-done-title">
          {isNew ? words.done(fileName) : words.nothingNew(fileName)}
        </p>
        {importSummary(report).map((sentence) => (
          <p key={sentence} className="settings-row-note">
            {sentence}
          </p>
        ))}
        {learns ? <p className="settings-row-note">{words.learning}</p> : null}
        {learns ? <p className="settings-row-note">{words.listed}</p> : null}
      </div>
    </div>
  );
}
