import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { ImportReport } from '../../lib/contracts/owner-api.ts';
import { err, ok, type Result } from '../../lib/contracts/result.ts';
import { createLineCounter, type ExportCounts } from '../../lib/core/transfer/count-lines.ts';
import { type Bridge, type TransferFiles, useBridge } from './bridge.ts';

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
  /** Has the browser keep the file of the last export once more. */
  downloadAgain: () => void;
  importing: Importing;
  startImport: (file: File) => Promise<void>;
};

type Kept = { file: string; content: Blob; fileName: string; release: () => void };

/** Takes everything out as one file, and in again from one. */
export function useSettingsTransfer(): SettingsTransfer {
  const bridge = useBridge();
  const { files } = bridge;
  const [exporting, setExporting] = useState<Exporting>({ status: 'rest' });
  const [importing, setImporting] = useState<Importing>({ status: 'rest' });
  /** The file of the last export: a download goes on reading from it. */
  const kept = useRef<Kept | null>(null);

  useEffect(() => {
    void files.clear();
  }, [files]);

  const startExport = useCallback(async () => {
    setExporting({ status: 'working' });
    const release = await files.hold();
    if (kept.current !== null) await letGo(files, kept.current);
    kept.current = null;
    const exported = await takeOut(bridge);
    if (exported.ok) {
      const { content, counts } = exported.value;
      const fileName = `keepsake-${dayOf(bridge)}.jsonl`;
      kept.current = { ...exported.value, fileName, release };
      files.download(content, fileName);
      return setExporting({ status: 'done', counts, bytes: content.size, fileName });
    }
    release();
    await files.clear();
    setExporting({ status: 'failed', error: exported.error });
  }, [bridge, files]);

  const downloadAgain = useCallback(() => {
    if (kept.current !== null) files.download(kept.current.content, kept.current.fileName);
  }, [files]);

  const startImport = useCallback(
    async (chosen: File) => {
      const fileName = chosen.name;
      setImporting({ status: 'working', fileName });
      const release = await files.hold();
      const file = await files.put(chosen).catch(() => null);
      if (file === null) {
        release();
        return setImporting({ status: 'failed', fileName, error: noRoom });
      }
      const imported = await bridge.ask('own.import', { file });
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

async function letGo(files: TransferFiles, { file, release }: Kept): Promise<void> {
  await files.remove(file);
  release();
}

type TakenOut = { file: string; content: Blob; counts: ExportCounts };

async function takeOut({ ask, files }: Bridge): Promise<Result<TakenOut, AppError>> {
  const exported = await ask('own.export', {});
  if (!exported.ok) return exported;
  const { file } = exported.value;
  const content = await files.get(file).catch(() => null);
  const counts = content === null ? null : await countLines(content);
  return content === null || counts === null ? err(notWhole) : ok({ file, content, counts });
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

/** The day where the person is. */
function dayOf({ now }: Bridge): string {
  const at = new Date(now());
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const notWhole: AppError = {
  code: 'memory.malformed',
  message: 'The file ended before everything was in it.',
  retryable: true,
};
const noRoom: AppError = {
  code: 'storage.failed',
  message: 'The file could not be copied into the browser’s storage.',
  retryable: true,
};
