import {
  type PageCapture,
  pageCaptureResultSchema,
  type SelectionCapture,
  selectionCaptureResultSchema,
} from '../capture/schema.ts';
import { type CaptureError, appError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { ReadingProgress } from './model.ts';
import { waitForNewText, hasPageGrown } from '../browser/page-text.ts';
import { readPdfTab } from './pdf-reader.ts';
import { getTab, pageGone, pageRestricted, runInPage } from '../browser/tabs.ts';

type Source = { tabId: number | null; frameId: number | null };

/** Then reading fails, and can be retried. */
const longestReadMs = 30_000;

/** A page with fewer words may still be loading. */
const fewWords = 25;

/** Reports progress for a PDF, which can take a minute. */
export async function readPage(
  { tabId }: Source,
  onProgress?: (progress: ReadingProgress) => void,
): Promise<Result<PageCapture, CaptureError>> {
  if (tabId === null) return err(pageGone);
  await waitForNewText(tabId);
  const ran = await inTime(runInPage('/capture-page.js', { tabId, frames: 'top' }));
  const result = ran.ok ? parsedPage(ran.value.answers[0]) : ran;
  if (result.ok && ran.ok && ran.value.isUnfinished) {
    return ok({ ...result.value, isUnfinished: true });
  }
  if (result.ok || !mayBePdf(result.error)) return result;
  const read = await readPdfTab(tabId, onProgress);
  // Only ask for the site if it's certainly a PDF.
  const isGuess = result.error.code !== 'page.pdf';
  return isGuess && !read.ok && read.error.code === 'pdf.not-permitted' ? result : read;
}

/** Reads again if a page with almost no text, such as a loading app, soon shows more. */
export async function readPageOnceShown(
  source: Source,
): Promise<Result<PageCapture, CaptureError>> {
  const first = await readPage(source);
  if (source.tabId === null || !hasAlmostNoText(first)) return first;
  if (!(await hasPageGrown(source.tabId))) return first;
  const second = await readPage(source);
  // If both readings worked but the tab shows another page by now, keep the first.
  const isSamePage = second.ok && (!first.ok || second.value.url === first.value.url);
  return isSamePage ? second : first;
}

function hasAlmostNoText(read: Result<PageCapture, CaptureError>): boolean {
  return read.ok ? read.value.wordCount < fewWords : read.error.code === 'page.no-text';
}

function parsedPage(raw: unknown): Result<PageCapture, CaptureError> {
  const parsed = pageCaptureResultSchema.safeParse(raw);
  return parsed.success ? parsed.data : err(pageGone);
}

/** Firefox blocks scripts in its PDF viewer. */
function mayBePdf({ code }: CaptureError): boolean {
  return code === 'page.pdf' || (import.meta.env.FIREFOX && code === 'page.restricted');
}

/** `pageUrl` is the page's; `url` can be a frame's. */
export type SelectionReading = SelectionCapture & { pageUrl: string };

/** Without a `frameId`, all readable frames are asked, and the focused selection wins. */
export async function readSelection({
  tabId,
  frameId,
}: Source): Promise<Result<SelectionReading, CaptureError>> {
  if (tabId === null) return err(pageGone);
  const frames = frameId ?? 'all';
  const ran = await inTime(runInPage('/capture-selection.js', { tabId, frames }));
  if (!ran.ok) return ran;
  const answers = ran.value.answers.flatMap((raw) => {
    const parsed = selectionCaptureResultSchema.safeParse(raw);
    return parsed.success ? [parsed.data] : [];
  });
  const selected = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const meant = selected.find(({ isFocused }) => isFocused) ?? selected[0];
  const tab = await getTab(tabId);
  if (meant !== undefined && tab !== null) return ok({ ...meant, pageUrl: tab.url });
  return answers.find((answer) => !answer.ok) ?? err(tab === null ? pageGone : pageRestricted);
}

function inTime<T>(work: Promise<Result<T, CaptureError>>): Promise<Result<T, CaptureError>> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<Result<T, CaptureError>>((resolve) => {
    timer = setTimeout(() => resolve(err(pageBusy)), longestReadMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const pageBusy = appError('page.gone', 'The page did not answer in time.', true);
