/** The style sheet of the owner's app: the extension's colours, type and controls, and the app's own pieces. */
import { readFile } from 'node:fs/promises';

const SHEETS = [
  '../../../components/ui/tokens.css',
  '../../../components/ui/base.css',
  '../../../components/ui/button.css',
  '../../owner-app/styles/frame.css',
  '../../owner-app/styles/pieces.css',
  '../../owner-app/styles/forms.css',
] as const;

/** Reads it whole; rejects where a part is missing. */
export async function readStylesheet(): Promise<string> {
  const sheets = SHEETS.map((path) => readFile(new URL(path, import.meta.url), 'utf8'));
  return (await Promise.all(sheets)).join('\n');
}
