import type { PageCapture } from '../capture/schema.ts';
import { type CaptureError, appError } from '../contract/errors.ts';
import { pdfAnswerSchema, pdfLimits, type PdfStep } from '../contract/pdf-wire.ts';
import type { ReadingProgress } from './model.ts';
import { type AsyncResult, err } from '../contract/result.ts';
import { sleep } from '../async/sleep.ts';
import { openDeviceServicePage } from '../browser/offscreen.ts';
import { sendMessage } from '../browser/runtime.ts';
import {
  piecesFromAddress,
  piecesFromTab,
  type PdfPiece,
  type PdfPieces,
} from '../browser/pdf-bytes.ts';
import { getTab, pageGone, pageRestricted } from '../browser/tabs.ts';

/**
 * Reads the PDF in a tab within a minute. Fails with `pdf.not-permitted` or `pdf.file-not-permitted` without
 * permission, `page.gone` if the tab is closed or its content changed, and `page.restricted` if it isn't a PDF.
 */
export async function readPdfTab(
  tabId: number,
  onProgress: (progress: ReadingProgress) => void = () => undefined,
): AsyncResult<PageCapture, CaptureError> {
  const reading: Reading = { id: crypto.randomUUID(), tabId, onProgress, isOver: false };
  const work = readTab(reading).catch(() => err(pageGone));
  const result = await inTime(work, { longestMs: pdfLimits.timeMs, late: tooSlow });
  reading.isOver = true;
  return result;
}

/** Fails with `late` if the work takes longer than `longestMs`. */
export async function inTime<T>(
  work: AsyncResult<T, CaptureError>,
  { longestMs, late }: { longestMs: number; late: CaptureError },
): AsyncResult<T, CaptureError> {
  const over = new AbortController();
  const timeout = sleep(longestMs, over.signal).then(() => err(late));
  return Promise.race([work, timeout]).finally(() => over.abort());
}

type Reading = {
  id: string;
  tabId: number;
  onProgress: (progress: ReadingProgress) => void;
  /** Whether the reading has timed out or finished. */
  isOver: boolean;
};

async function readTab(reading: Reading): AsyncResult<PageCapture, CaptureError> {
  const tab = await getTab(reading.tabId);
  if (tab === null) return err(pageGone);
  const beside = piecesFromTab(reading.tabId);
  const first = await beside.next();
  if (first !== null) return readPieces(reading, beside, first);
  // Firefox has no permission for local files.
  const isFile = tab.url.startsWith('file:') && !import.meta.env.FIREFOX;
  if (!isFile && !/^https?:/.test(tab.url)) return err(pageRestricted);
  const asked = piecesFromAddress(tab.url);
  const answer = await asked.next();
  if (answer === null) return err(isFile ? fileNotPermitted : notPermitted);
  return readPieces(reading, asked, answer);
}

async function readPieces(
  reading: Reading,
  pieces: PdfPieces,
  first: PdfPiece,
): AsyncResult<PageCapture, CaptureError> {
  if (!isPdf(first)) {
    pieces.leave();
    return err(/html/.test(first.type) ? pageRestricted : pageGone);
  }
  await openDeviceServicePage();
  try {
    const refusal = await handOver(reading, pieces, first);
    return refusal === null ? await outcomeOf(reading, first.url) : err(refusal);
  } finally {
    void ask(reading.id, { do: 'stop' }).catch(() => undefined);
  }
}

async function handOver(
  reading: Reading,
  pieces: PdfPieces,
  first: PdfPiece,
): Promise<CaptureError | null> {
  let size = 0;
  for (let piece: PdfPiece | null = first; piece !== null; piece = await pieces.next()) {
    size += Math.floor(piece.bytes.length * 0.75);
    const isTooLarge = Math.max(size, piece.total ?? 0) > pdfLimits.bytes;
    if (isTooLarge || reading.isOver) {
      pieces.leave();
      return isTooLarge ? tooLarge : tooSlow;
    }
    await ask(reading.id, { do: 'take', bytes: piece.bytes });
    reading.onProgress({ stage: 'coming', done: size, total: piece.total });
    if (piece.isLast) return null;
  }
  return pageGone;
}

async function outcomeOf(reading: Reading, url: string): AsyncResult<PageCapture, CaptureError> {
  while (!reading.isOver) {
    const answer = await ask(reading.id, { do: 'read', url });
    if (answer.state === 'done') return answer.result;
    if (answer.state === 'taken') return err(pageGone);
    reading.onProgress({ stage: 'reading', done: answer.page, total: answer.pages });
  }
  return err(tooSlow);
}

/** Checks the signature, which other bytes may precede, or the content type. */
function isPdf({ bytes, type }: PdfPiece): boolean {
  return /^application\/(?:x-)?pdf\b/i.test(type) || atob(bytes.slice(0, 1400)).includes('%PDF-');
}

async function ask(id: string, step: PdfStep) {
  return pdfAnswerSchema.parse(await sendMessage({ target: 'pdf-reader', id, step }));
}

const notPermitted = appError(
  'pdf.not-permitted',
  'Keepsake doesn’t have access to this PDF’s site.',
  true,
);

const fileNotPermitted = appError(
  'pdf.file-not-permitted',
  'Keepsake doesn’t have access to files on this device.',
  true,
);

const tooLarge = appError(
  'page.too-large',
  `This PDF is larger than ${pdfLimits.bytes / (1024 * 1024)} MB.`,
);

const tooSlow = appError('page.too-large', 'This PDF could not be read within a minute.', true);
