/** What a script of ours inside a page may do: list its marks, keep a selection, take a mark off, tell where they are. */
import type { AppError } from '../../contracts/errors.ts';
import type { KeptSelection, Mark } from '../../contracts/highlights.ts';
import type { Highlight } from '../../contracts/outbox.ts';
import { maxMarks, type PageMessageInput } from '../../contracts/page-messages.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { customIdOf } from '../../core/custom-id/custom-id.ts';
import { noteContentOf } from '../../core/note-content.ts';
import { troubleWith } from '../../core/outbox/editable.ts';
import { cutTitle } from '../../core/text/cut-text.ts';
import type { HighlightPorts } from './ports.ts';
import { marksOf } from './shown-marks.ts';

/** Where a script runs, in the browser's own words. */
export type PagePlace = {
  tabId: number;
  frameId: number;
  /** The address in the tab, also for a frame within it. */
  pageUrl: string;
  frameUrl: string;
};

/** So long a note stays here before it is sent: a little longer than the page offers to undo it. */
const holdMs = 10_000;

/** Makes the answers to such a script. It is told of, and may touch, the marks of its own page and frame alone. */
export function createMarks(ports: HighlightPorts) {
  async function list(from: PagePlace): Promise<Mark[]> {
    const pageKey = keyOf(from.pageUrl);
    await ports.tabs.update(from.tabId, (tab) =>
      tab.pageKey === pageKey ? tab : { ...tab, pageKey, placements: {} },
    );
    const marked = await marksOf(pageKey, ports);
    return marked
      .filter(({ highlight }) => isOfFrame(highlight, from))
      .slice(-maxMarks)
      .flatMap(({ highlight: { id, anchor, comment } }) =>
        anchor === null ? [] : [{ id, anchor, comment: comment ?? null }],
      );
  }

  /**
   * Writes the note and its highlight at once; safe to repeat. The addresses are the browser's, whatever it
   * says; fails with `page.gone` where the words are of another page than is shown by now.
   */
  async function keep(
    { id, selection, comment }: KeptSelection,
    from: PagePlace,
  ): Promise<Result<{ memory: string }, AppError>> {
    const pageKey = keyOf(from.pageUrl);
    // While a comment is written a page may become another one; these words are not of that.
    if (from.frameId === 0 && keyOf(selection.url) !== pageKey) return err(pageLeft);
    const place = await ports.place();
    if (!place.ok) return place;
    const note = comment === null || comment.trim() === '' ? null : comment;
    const content = noteContentOf({ quote: selection.text, comment: note, source: null });
    const trouble = troubleWith({ title: null, content }, 'note');
    if (trouble !== null) return err(trouble);
    const title = cutTitle(selection.title);
    const at = ports.now();
    const kept = await ports.request(
      {
        id,
        kind: 'note',
        ...place.value,
        source: { url: from.pageUrl, title, tabId: from.tabId, frameId: from.frameId },
        pageKey,
        customId: null,
        material: { kind: 'note', content },
        createdAt: at,
        updatedAt: at,
        heldUntil: at + holdMs,
        state: { status: 'captured' },
      },
      {
        id,
        memoryId: null,
        text: content,
        quote: selection.text,
        comment: note,
        url: from.frameUrl,
        title,
        pageKey,
        anchor: selection.anchor,
        createdAt: at,
      },
    );
    if (!kept.ok) return kept;
    ports.work();
    ports.changed(pageKey);
    return ok({ memory: kept.value.container.name });
  }

  /** Takes back what was kept; safe to repeat. Fails with `memory.not-found` for a note of another page. */
  async function undo(id: string, from: PagePlace): Promise<Result<null, AppError>> {
    if ((await ownHighlight(id, from)) === null) return err(noSuchMark);
    const [item] = await ports.itemsOf([id]);
    if (item?.state.status === 'discarded') return ok(null);
    const isHeld = item?.state.status === 'captured' && (item.heldUntil ?? 0) > ports.now();
    if (!isHeld) return err(sentAlready);
    await ports.discard(id);
    return ok(null);
  }

  /** Fails with `memory.not-found` for a mark of another page. */
  async function setMarked(
    id: string,
    isMarked: boolean,
    from: PagePlace,
  ): Promise<Result<null, AppError>> {
    if ((await ownHighlight(id, from)) === null) return err(noSuchMark);
    await ports.highlights.update(id, { isUnmarked: !isMarked });
    ports.changed(keyOf(from.pageUrl));
    return ok(null);
  }

  async function ownHighlight(id: string, from: PagePlace): Promise<Highlight | null> {
    const highlight = await ports.highlights.get(id);
    const isOwn =
      highlight !== null && highlight.pageKey === keyOf(from.pageUrl) && isOfFrame(highlight, from);
    return isOwn ? highlight : null;
  }

  /** Notes where marks were drawn; those of other pages are not taken in. */
  async function placed(
    { placements }: PageMessageInput<'marks.placed'>,
    from: PagePlace,
  ): Promise<void> {
    const pageKey = keyOf(from.pageUrl);
    const known = new Set((await ports.highlights.ofPage(pageKey)).map(({ id }) => id));
    const told = placements.filter(({ id }) => known.has(id));
    await ports.tabs.update(from.tabId, (tab) => ({
      ...tab,
      pageKey,
      placements: {
        ...(tab.pageKey === pageKey ? tab.placements : {}),
        ...Object.fromEntries(
          told.map(({ id, placement, order }) => [id, { placement, order, frameId: from.frameId }]),
        ),
      },
    }));
    ports.changed(pageKey);
  }

  return { list, keep, undo, setMarked, placed };
}

/** A mark belongs to the frame it was made in, by the identity of that frame's address. */
function isOfFrame(highlight: Highlight, { frameId, frameUrl }: PagePlace): boolean {
  // The page itself may have gone to another place within itself since, and is known by its key.
  const isOfPage = keyOf(highlight.url) === highlight.pageKey;
  return frameId === 0 ? isOfPage : keyOf(highlight.url) === keyOf(frameUrl);
}

function keyOf(url: string): string {
  return customIdOf({ url, canonicalLink: null });
}

const pageLeft: AppError = {
  code: 'page.gone',
  message: 'The page became another one before this was kept.',
  retryable: false,
};

const sentAlready: AppError = {
  code: 'save.sent',
  message: 'The note is on its way already.',
  retryable: false,
};

const noSuchMark: AppError = {
  code: 'memory.not-found',
  message: 'This page has no such mark.',
  retryable: false,
};
