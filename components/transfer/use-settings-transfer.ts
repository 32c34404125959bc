import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ImportReport } from '../../lib/contract/owner-api.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { createLineCounter, type ExportCounts } from '../../lib/transfer/count-lines.ts';
import { type Bridge, type TransferFiles, useBridge } from '../app/bridge.ts';

export type Exporting =
  | { status: 'rest' }
  | { status: 'working' }
  | { status: 'failed'; error: AppError }
  | { status: 'done'; counts: ExportCounts; bytes: number; fileName: string };

export type Importing =
  | { status: 'rest' }
  | { status: 'working'; fileName: string }
  | { status: 'failed'; fileName: string; error: AppError }
  | { status: 'done'; fileName: string; report: ImportReport };

export type SettingsTransfer = {
  exporting: Exporting;
  startExport: () => Promise<void>;
  /** Downloads the last exported file again. */
  downloadAgain: () => void;
  importing: Importing;
  startImport: (file: File) => Promise<void>;
};

type LastExport = { file: string; content: Blob; fileName: string; release: () => void };

/** Exports everything to one file, and imports such a file. */
export function useSettingsTransfer(): SettingsTransfer {
  const bridge = useBridge();
  const { files } = bridge;
  const [exporting, setExporting] = useState<Exporting>({ status: 'rest' });
  const [importing, setImporting] = useState<Importing>({ status: 'rest' });
  /** The last exported file. Kept because a running download reads from it. */
  const lastExport = useRef<LastExport | null>(null);

  useEffect(() => {
    void files.clear();
  }, [files]);

  const startExport = useCallback(async () => {
    setExporting({ status: 'working' });
    const release = await files.hold();
    if (lastExport.current !== null) await discard(files, lastExport.current);
    lastExport.current = null;
    const exported = await exportFile(bridge);
    if (exported.ok) {
      const { content, counts } = exported.value;
      const fileName = `keepsake-${dayOf(bridge)}.jsonl`;
      lastExport.current = { ...exported.value, fileName, release };
      files.download(content, fileName);
      return setExporting({ status: 'done', counts, bytes: content.size, fileName });
    }
    release();
    await files.clear();
    setExporting({ status: 'failed', error: exported.error });
  }, [bridge, files]);

  const downloadAgain = useCallback(() => {
    if (lastExport.current !== null)
      files.download(lastExport.current.content, lastExport.current.fileName);
  }, [files]);

  const startImport = useCallback(
    async (chosen: File) => {
      const fileName = chosen.name;
      setImporting({ status: 'working', fileName });
      const release = await files.hold();
      const file = await files.put(chosen).catch(() => null);
      if (file === null) {
        release();
        return setImporting({ status: 'failed', fileName, error: noSpace });
      }
      const imported = await bridge.ask('transfer.import', { file });
      await files.remove(file);
      release();
      setImporting(
        imported.ok
          ? { status: 'done', fileName, report: imported.value }
          : { status: 'failed', fileName, error: imported.error },
      );
    },
    [bridge, files],
  );

  return { exporting, startExport, downloadAgain, importing, startImport };
}

async function discard(files: TransferFiles, { file, release }: LastExport): Promise<void> {
  await files.remove(file);
  release();
}

type ExportedFile = { file: string; content: Blob; counts: ExportCounts };

async function exportFile({ ask, files }: Bridge): Promise<Result<ExportedFile, AppError>> {
  const exported = await ask('transfer.export', {});
  if (!exported.ok) return exported;
  const { file } = exported.value;
  const content = await files.get(file).catch(() => null);
  const counts = content === null ? null : await countLines(content);
  return content === null || counts === null ? err(incomplete) : ok({ file, content, counts });
}

async function countLines(content: Blob): Promise<ExportCounts | null> {
  const counter = createLineCounter();
  const reader = content.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return counter.end();
    counter.add(value);
  }
}

/** The local date, as YYYY-MM-DD. */
function dayOf({ now }: Bridge): string {
  const at = new Date(now());
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const incomplete: AppError = {
  code: 'memory.malformed',
  message: 'The file ended before everything was in it.',
  retryable: true,
};
const noSpace: AppError = {
  code: 'storage.failed',
  message: 'The file could not be copied into the browser’s storage.',
  retryable: true,
};
