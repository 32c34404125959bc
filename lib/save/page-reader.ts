/** Reads the page or the selection of a tab by running a script in it; what comes back is parsed here. */
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

/** A page that answers nothing for this long is given up on; it can be saved again. */
const longestReadMs = 30_000;

/** Fewer may be no more than a notice that the text is on its way. */
const fewWords = 25;

/** A PDF, which may take a minute, tells meanwhile how far it is. */
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
  // The person is asked to allow a site only where a PDF is known to be there.
  const isGuess = result.error.code !== 'page.pdf';
  return isGuess && !read.ok && read.error.code === 'pdf.not-permitted' ? result : read;
}

/**
 * As `readPage`, for a save of which nobody saw a preview: a page that says next to nothing, as an app does while it
 * loads, is read once more if it shows more text within a few seconds.
 */
export async function readPageOnceShown(
  source: Source,
): Promise<Result<PageCapture, CaptureError>> {
  const first = await readPage(source);
  if (source.tabId === null || !saysNextToNothing(first)) return first;
  if (!(await hasPageGrown(source.tabId))) return first;
  const second = await readPage(source);
  // The person may have gone on, or closed the tab: what was read before is of the page they meant.
  const isSamePage = second.ok && (!first.ok || second.value.url === first.value.url);
  return isSamePage ? second : first;
}

function saysNextToNothing(read: Result<PageCapture, CaptureError>): boolean {
  return read.ok ? read.value.wordCount < fewWords : read.error.code === 'page.no-text';
}

function parsedPage(raw: unknown): Result<PageCapture, CaptureError> {
  const parsed = pageCaptureResultSchema.safeParse(raw);
  return parsed.success ? parsed.data : err(pageGone);
}

/** Firefox keeps scripts out of its viewer of PDFs as it does out of other pages of its own. */
function mayBePdf({ code }: CaptureError): boolean {
  return code === 'page.pdf' || (import.meta.env.FIREFOX && code === 'page.restricted');
}

/** What was selected, and the address of the page around it, which for a frame is another one. */
export type SelectionReading = SelectionCapture & { pageUrl: string };

/** Without a frame named, every frame that may be read is asked; of several selections the focused one counts. */
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
