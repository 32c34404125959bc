import { useSettingsTransfer } from '../hooks/use-settings-transfer.ts';
import { settingsWords } from '../words/settings.ts';
import { ExportPart } from './export-part.tsx';
import { ForgettingPart } from './forgetting-part.tsx';
import { ImportPart } from './import-part.tsx';
import { Section } from './section.tsx';

/** Everything as one file, out and in, where the memory is on this device; and everything forgotten, wherever it is. */
export function DataSection({ isOwn }: { isOwn: boolean }) {
  const { title, text, textElsewhere } = settingsWords.data;
  return (
    <Section id="data" title={title} text={isOwn ? text : textElsewhere}>
      {isOwn ? <TransferParts /> : null}
      <ForgettingPart />
    </Section>
  );
}

function TransferParts() {
  const { exporting, startExport, downloadAgain, importing, startImport } = useSettingsTransfer();
  return (
    <>
      <ExportPart
        exporting={exporting}
        onExport={() => void startExport()}
        onAgain={downloadAgain}
      />
      <ImportPart importing={importing} onImport={(file) => void startImport(file)} />
    </>
  );
}
