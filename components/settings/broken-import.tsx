import { sentences } from '../../lib/language/text.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import { brokenImportSchema } from '../../lib/contracts/owner-api.ts';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { importSummary, settingsWords } from '../words/settings.ts';

const words = settingsWords.data.import;

export type BrokenImportProps = { fileName: string; error: AppError };

/** Why a file was not taken in: the line it broke off at, where there is one, what had come in before, and what next. */
export function BrokenImport({ fileName, error }: BrokenImportProps) {
  const { title, next, quote } = errorWords(error);
  const broken = brokenImportSchema.safeParse('details' in error ? error.details : null);
  if (!broken.success) {
    const isRefused = quote !== null;
    return (
      <div role="alert">
        <Notice
          tone="bad"
          title={words.failed(fileName)}
          text={isRefused ? null : sentences(title, next)}
          quote={quote}
        />
      </div>
    );
  }
  const { line, imported } = broken.data;
  // Of a file that breaks off at its first line nothing was read.
  const heading = line === 1 ? words.unread(fileName) : words.brokenAt(fileName, line);
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={heading}
        text={quote}
        actions={
          <div className="settings-lines">
            <p className="settings-row-note">{sentences(...importSummary(imported))}</p>
            <p className="settings-row-note">{words.brokenNext}</p>
          </div>
        }
      />
    </div>
  );
}
