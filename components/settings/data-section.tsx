import { useSettingsTransfer } from '../hooks/use-settings-transfer.ts';
import { settingsWords } from '../words/settings.ts';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import { Section } from './section.tsx';

/** Everything as one file: out, and in. */
export function DataSection() {
  const { exporting, startExport, downloadAgain, importing, startImport } = useSettingsTransfer();
  const { title, text } = settingsWords.data;
  return (
    <Section id="data" title={title} text={text}>
      <ExportPart
        exporting={exporting}
        onExport={() => void startExport()}
        onAgain={downloadAgain}
      />
      <ImportPart importing={importing} onImport={(file) => void startImport(file)} />
    </Section>
  );
}
