import { useRef, useState } from 'react';
import { appError, type AppError } from '../../lib/contract/errors.ts';
import type { ImportReport } from '../../lib/contract/owner-api.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { createLineCounter, type ExportCounts } from '../../lib/transfer/model.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';

type LastExport = { file: string; content: Blob; fileName: string; release: () => void };

/** The progress of a running transfer, and whether the person canceled the last one. */
export type TransferProgress = {
  bytes: number;
  /** Null if unknown. */
  total: number | null;
  isCanceled: boolean;
  cancel: () => void;
};

const unstarted = { bytes: 0, total: null, isCanceled: false };

function useProgress() {
  const { files } = useBridge();
  const [state, setState] = useState<Omit<TransferProgress, 'cancel'>>(unstarted);
  const watchRef = useRef<ReturnType<typeof files.watch> | null>(null);
  const follow = (name: string, total: number | null) => {
    setState({ ...unstarted, total });
    const watch = files.watch(name, (bytes) => setState((before) => ({ ...before, bytes })));
    watchRef.current = watch;
    return watch;
  };
  const cancel = () => {
    setState((before) => ({ ...before, isCanceled: true }));
    watchRef.current?.cancel();
  };
  return { progress: { ...state, cancel }, follow };
}

export function useExport() {
  const { files } = useBridge();
  const { progress, follow } = useProgress();
  /** The last export is kept, because a running download reads from it. */
  const lastRef = useRef<LastExport | null>(null);

  const { state, run } = useCommand(async (bridge: Bridge) => {
    const release = await files.hold();
    if (lastRef.current !== null) {
      await files.remove(lastRef.current.file);
      lastRef.current.release();
    }
    lastRef.current = null;
    const name = bridge.newId();
    const watch = follow(name, null);
    const exported = await exportFile(bridge, name);
    watch.end();
    if (!exported.ok) {
      release();
      await files.clear();
      return exported;
    }
    const { file, content, counts } = exported.value;
    const fileName = `keepsake-${dayOf(bridge)}.jsonl`;
    lastRef.current = { file, content, fileName, release };
    files.download(content, fileName);
    return ok({ counts, bytes: content.size, fileName });
  });

  return {
    state,
    progress,
    start: () => void run(undefined),
    downloadAgain: () => {
      if (lastRef.current !== null)
        files.download(lastRef.current.content, lastRef.current.fileName);
    },
  };
}

export function useImport() {
  const [fileName, setFileName] = useState('');
  const { progress, follow } = useProgress();
  const { state, run } = useCommand(
    async ({ ask, files }, chosen: File): Promise<Result<ImportReport, AppError>> => {
      const release = await files.hold();
      const file = await files.put(chosen).catch(() => null);
      if (file === null) {
        release();
        return err(noSpace);
      }
      const watch = follow(file, chosen.size);
      const imported = await ask('transfer.import', { file });
      watch.end();
      await files.remove(file);
      release();
      return imported;
    },
  );
  return {
    state,
    progress,
    fileName,
    start: (chosen: File) => {
      setFileName(chosen.name);
      void run(chosen);
    },
  };
}

type ExportedFile = { file: string; content: Blob; counts: ExportCounts };

async function exportFile(
  { ask, files }: Bridge,
  watch: string,
): Promise<Result<ExportedFile, AppError>> {
  const exported = await ask('transfer.export', { watch });
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

function dayOf({ now }: Bridge): string {
  const at = new Date(now());
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const incomplete = appError('memory.malformed', 'The export file is incomplete.', true);
const noSpace = appError('storage.failed', 'Copying the file to browser storage failed.', true);
