import {
  type PageCapture,
  type PagePart,
  pageCaptureResultSchema,
  type SelectionCapture,
  selectionCaptureResultSchema,
} from '../capture/schema.ts';
import { type CaptureError, appError } from '../contract/errors.ts';
import { type AsyncResult, err, ok, type Result } from '../contract/result.ts';
import type { ReadingProgress } from './model.ts';
import { waitForNewText, hasPageGrown } from '../browser/page-text.ts';
import { inTime, readPdfTab } from './pdf-reader.ts';
import { getTab, pageGone, pageRestricted, runInPage } from '../browser/tabs.ts';

type Source = { tabId: number | null; frameId: number | null };
type PageRequest = { tabId: number | null; part: PagePart };

/** A page with fewer words might still be loading. */
const fewWords = 25;

/** Reports progress for a PDF, which may take a minute. */
export async function readPage(
  { tabId, part }: PageRequest,
  onProgress?: (progress: ReadingProgress) => void,
): AsyncResult<PageCapture, CaptureError> {
  if (tabId === null) return err(pageGone);
  await waitForNewText(tabId);
  const ran = await inTime(capturePart(tabId, part), limit);
  const result = ran.ok
    ? (pageCaptureResultSchema.safeParse(ran.value.answers[0]).data ?? err(pageGone))
    : ran;
  if (result.ok && ran.ok && ran.value.isUnfinished) {
    return ok({ ...result.value, isUnfinished: true });
  }
  if (result.ok || !mayBePdf(result.error)) return result;
  const read = await readPdfTab(tabId, onProgress);
  // Only request permission for the site if the page is certainly a PDF.
  const isGuess = result.error.code !== 'page.pdf';
  return isGuess && !read.ok && read.error.code === 'pdf.not-permitted' ? result : read;
}

/** Captures again if another reading of the tab took the request for this part. */
async function capturePart(tabId: number, part: PagePart) {
  const run = () => runInPage('/capture-page.js', { tabId, frames: 'top', part });
  const ran = await run();
  const read = ran.ok ? pageCaptureResultSchema.safeParse(ran.value.answers[0]).data : undefined;
  const isOther = read?.ok === true && read.value.part !== undefined && read.value.part !== part;
  return isOther ? run() : ran;
}

/** Reads again if a page with almost no text, for example a loading app, soon shows more. */
export async function readPageOnceShown(
  request: PageRequest,
): AsyncResult<PageCapture, CaptureError> {
  const first = await readPage(request);
  if (request.tabId === null || !hasAlmostNoText(first)) return first;
  if (!(await hasPageGrown(request.tabId))) return first;
  const second = await readPage(request);
  // If the tab now shows another page, keep the first reading.
  const isSamePage = second.ok && (!first.ok || second.value.url === first.value.url);
  return isSamePage ? second : first;
}

function hasAlmostNoText(read: Result<PageCapture, CaptureError>): boolean {
  return read.ok ? read.value.wordCount < fewWords : read.error.code === 'page.no-text';
}

/** Firefox reports its PDF viewer as restricted, because it blocks scripts there. */
function mayBePdf({ code }: CaptureError): boolean {
  return code === 'page.pdf' || (import.meta.env.FIREFOX && code === 'page.restricted');
}

/** `pageUrl` is the URL of the page; `url` may be the URL of a frame. */
type SelectionReading = SelectionCapture & { pageUrl: string };

/** Without a `frameId`, reads all readable frames and prefers the focused selection. */
export async function readSelection({
  tabId,
  frameId,
}: Source): AsyncResult<SelectionReading, CaptureError> {
  if (tabId === null) return err(pageGone);
  const frames = frameId ?? 'all';
  const ran = await inTime(runInPage('/capture-selection.js', { tabId, frames }), limit);
  if (!ran.ok) return ran;
  const answers = ran.value.answers.flatMap(
    (raw) => selectionCaptureResultSchema.safeParse(raw).data ?? [],
  );
  const selected = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const meant = selected.find(({ isFocused }) => isFocused) ?? selected[0];
  const tab = await getTab(tabId);
  if (meant !== undefined && tab !== null) return ok({ ...meant, pageUrl: tab.url });
  return answers.find((answer) => !answer.ok) ?? err(tab === null ? pageGone : pageRestricted);
}

const pageBusy = appError('page.gone', 'The page did not respond in time.', true);

/** After this time, reading fails with a retryable error. */
const limit = { longestMs: 30_000, late: pageBusy };
