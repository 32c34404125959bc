import { isFocused } from '../../capture/capture-selection.ts';
import { t } from '../../i18n/i18n.ts';
import type { AnchoredHighlight } from '../model.ts';
import type { PageCommand, HighlighterPorts } from '../page-messages.ts';
import type { HighlightColor } from '../../outbox/model.ts';
import type { BoxContent, HighlightBox } from './box.ts';
import {
  createDrawing,
  type AnchorResult,
  anchorHighlights,
  type PlacementReport,
  changedPlacements,
  type Drawing,
} from './draw.ts';
import { createSelectionSaver } from './save-selection.ts';
import { savableRange, watchSelection } from './selection.ts';
import { cardContent, errorText, noteContent, type Status, statusContent } from './box-views.ts';

/** Pause before searching for highlights skipped for lack of time. */
const restMs = 1000;

type Highlighter = {
  refresh: () => void;
  isConnected: () => boolean;
  stop: () => void;
};

/** Starts highlighting on a page, which must have its body. */
export function startHighlighter(
  window: Window & typeof globalThis,
  ports: HighlighterPorts,
  box: HighlightBox,
): Highlighter {
  const { document } = window;
  const drawing = createDrawing(window);
  let highlights: readonly AnchoredHighlight[] = [];
  let anchored = new Map<string, AnchorResult>();
  let reported = new Map<string, PlacementReport>();
  let timer: number | undefined;
  let changedAt = 0;
  /** Keeps slow responses from overwriting newer ones. */
  let listing = 0;

  const saver = createSelectionSaver({
    window,
    ports,
    box,
    drawing,
    onSaved: add,
    onUndone: remove,
    showCard: (range) => {
      const here = withHighlights(drawing.over(range));
      cards.show(here, t('highlights_box_already'));
      return here.length > 0;
    },
  });
  const cards = createCards({ ports, box, drawing, onRemoved: remove, onChanged: add });
  const stops = [
    watchPage(window, { onChange: lookAgain, onNavigate: refresh }),
    watchSelection(window, offer),
    ports.onCommand(handleCommand),
    listenForClicks(),
  ];
  refresh();
  return { refresh, isConnected: ports.isConnected, stop };

  function refresh(): void {
    void list();
  }

  async function list(): Promise<void> {
    listing += 1;
    const own = listing;
    const answer = await ports.ask('highlights.list', {});
    if (own !== listing) return;
    highlights = answer.ok
      ? answer.value.marks
      : // Don't keep highlights of another page.
        highlights.filter(({ id }) => anchored.get(id)?.range?.startContainer.isConnected === true);
    cards.onListed(highlights);
    lookAgain();
  }

  /** Searches again after possible changes to the page. */
  function lookAgain(): number {
    changedAt = window.performance.now();
    return look();
  }

  function look(): number {
    if (!checkConnected()) return 0;
    const now = () => window.performance.now();
    const start = now();
    const result = anchorHighlights(document, highlights, { earlier: anchored, now, changedAt });
    anchored = result.placed;
    drawing.draw(
      [...anchored.values()].flatMap(({ mark, range }) =>
        range === null ? [] : [{ mark, range }],
      ),
    );
    report();
    window.clearTimeout(timer);
    if (!result.isDone) timer = window.setTimeout(look, restMs);
    return now() - start;
  }

  function report(): void {
    const placements = changedPlacements(anchored, reported);
    reported = new Map([...reported, ...placements.map((each) => [each.id, each] as const)]);
    if (placements.length > 0) void ports.ask('highlights.placed', { placements });
  }

  function add(highlight: AnchoredHighlight): void {
    highlights = [...highlights.filter(({ id }) => id !== highlight.id), highlight];
    look();
  }

  function remove(id: string): void {
    highlights = highlights.filter((highlight) => highlight.id !== id);
    reported.delete(id);
    look();
  }

  function offer(isByPerson: boolean): void {
    if (!checkConnected() || isWriting()) return;
    const range = isByPerson ? savableRange(window) : null;
    if (range !== null && isFocused(document)) saver.offer(range);
    else saver.withdraw();
  }

  function handleCommand(command: PageCommand): Promise<unknown> | undefined {
    switch (command.command) {
      case 'highlights.refresh':
        refresh();
        return undefined;
      case 'highlights.compose':
        if (!saver.isWriting() && !(isFocused(document) && savableRange(window) !== null))
          return undefined;
        saver.compose();
        return Promise.resolve({ isThere: true });
      case 'highlights.finish': {
        const isFinished = (saver.isWriting() || isFocused(document)) && saver.finish();
        return isFinished ? Promise.resolve({ isThere: true }) : undefined;
      }
      case 'highlights.reveal': {
        if (!anchored.has(command.id)) return undefined;
        lookAgain();
        const range = anchored.get(command.id)?.range ?? null;
        if (range !== null) reveal(range);
        return Promise.resolve({ isThere: range !== null });
      }
    }
  }

  function reveal(range: Range): void {
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    range.startContainer.parentElement?.scrollIntoView({
      block: 'center',
      behavior: isReduced ? 'auto' : 'smooth',
    });
    drawing.show(range);
  }

  /** Returns whether the person is writing a comment, so that clicks elsewhere must not close the box. */
  function isWriting(): boolean {
    return saver.isWriting() || cards.isEditing();
  }

  function listenForClicks(): () => void {
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    const onClick = (event: MouseEvent) => {
      if (!event.isTrusted || box.holds(event) || isWriting() || !checkConnected()) return;
      const target = event.target instanceof window.Element ? event.target : null;
      // Don't handle clicks meant for the page's controls.
      if (target?.closest('a, button, input, select, textarea, label, summary, video, audio'))
        return;
      if (window.getSelection()?.isCollapsed === false) return;
      cards.show(withHighlights(drawing.at(event.clientX, event.clientY)));
    };
    const onPress = (event: Event) => {
      if (box.isShown() && !box.holds(event) && !isWriting()) box.hide();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isWriting()) box.hide();
    };
    document.addEventListener('click', onClick, options);
    for (const each of new Set([document, box.document])) {
      each.addEventListener('pointerdown', onPress, options);
      each.addEventListener('keydown', onKey, options);
    }
    return () => controller.abort();
  }

  function withHighlights(drawn: readonly { id: string; range: Range }[]): DrawnHighlight[] {
    return drawn.flatMap(({ id, range }) => {
      const highlight = anchored.get(id)?.mark;
      return highlight === undefined ? [] : [{ highlight, range }];
    });
  }

  function checkConnected(): boolean {
    if (ports.isConnected()) return true;
    stop();
    return false;
  }

  function stop(): void {
    listing += 1;
    window.clearTimeout(timer);
    for (const stopOne of stops) stopOne();
    box.stop();
    drawing.clear();
  }
}

type PageChanges = {
  /** Returns the milliseconds the check took. */
  onChange: () => number;
  onNavigate: () => void;
};

/** Waits for a pause in changes, up to `longestMs`. */
const quietMs = 400;
const longestMs = 3000;
/** Checks take at most a twentieth of the time. */
const restFactor = 20;

/** Watches for changes; pauses while the page is hidden. */
function watchPage(
  window: Window & typeof globalThis,
  { onChange, onNavigate }: PageChanges,
): () => void {
  const { document } = window;
  let address = window.location.href;
  let timer: number | undefined;
  let since: number | null = null;
  let restUntil = 0;
  const controller = new AbortController();

  function schedule(): void {
    const now = window.performance.now();
    since ??= now;
    const due = Math.min(now + quietMs, since + longestMs);
    window.clearTimeout(timer);
    timer = window.setTimeout(look, Math.max(due, restUntil) - now);
  }

  function look(): void {
    if (document.hidden) return;
    since = null;
    if (hasNavigated()) return;
    restUntil = window.performance.now() + onChange() * restFactor;
  }

  function hasNavigated(): boolean {
    if (window.location.href === address) return false;
    address = window.location.href;
    onNavigate();
    return true;
  }

  const observer = new window.MutationObserver(schedule);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  const { signal } = controller;
  for (const type of ['popstate', 'hashchange', 'pageshow']) {
    window.addEventListener(type, hasNavigated, { signal });
  }
  // Not available in every browser, but the DOM changes that follow a navigation trigger the same check.
  window.navigation?.addEventListener('navigatesuccess', hasNavigated, { signal });
  const onShown = () => {
    if (since !== null) schedule();
  };
  document.addEventListener('visibilitychange', onShown, { signal });
  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
    controller.abort();
  };
}

/** Not visible to the page. Don't rename it: updates use it to stop the script of an earlier version. */
const key = Symbol.for('keepsake.marks');
/** Starts the script, refreshes it if it runs, or replaces an orphaned one. `prepare` runs before page scripts. */
export function runOnce<T extends { stop: () => void }>(
  window: Window & { [key]?: Highlighter },
  { prepare, start }: { prepare: () => T; start: (prepared: T) => Highlighter },
): void {
  const earlier = window[key];
  if (earlier?.isConnected() === true) return earlier.refresh();
  earlier?.stop();
  const { document } = window;
  const prepared = prepare();
  if (document.readyState !== 'loading') {
    window[key] = start(prepared);
    return;
  }
  const begin = () => {
    if (window[key] === undefined) window[key] = start(prepared);
    else prepared.stop();
  };
  document.addEventListener('DOMContentLoaded', begin, { once: true });
}

type CardParts = {
  ports: HighlighterPorts;
  box: HighlightBox;
  drawing: Drawing;
  onRemoved: (id: string) => void;
  onChanged: (highlight: AnchoredHighlight) => void;
};

type DrawnHighlight = { highlight: AnchoredHighlight; range: Range };

type CardContent = Pick<BoxContent, 'content' | 'onConfirm' | 'growth'> & { focus: () => unknown };

export function createCards({ ports, box, drawing, onRemoved, onChanged }: CardParts) {
  const { document } = box;
  let isEditing = false;
  /** Unsaved comments by the id of their highlight, restored when its card opens again. */
  const drafts = new Map<string, string>();
  /** The highlight hidden last, and the status that says so. */
  let hidden: { id: string; status: HTMLElement } | null = null;

  async function remove({ highlight, range }: DrawnHighlight): Promise<void> {
    const answer = await ports.ask('highlights.remove', { id: highlight.id });
    if (!answer.ok) return void showStatus(range, { text: errorText(answer.error) });
    onRemoved(highlight.id);
    const act = { name: t('common_undo'), onClick: () => void restore({ highlight, range }) };
    const status = showStatus(range, { text: t('highlights_hidden'), act });
    hidden = { id: highlight.id, status };
  }

  async function restore({ highlight, range }: DrawnHighlight): Promise<void> {
    const answer = await ports.ask('highlights.restore', { id: highlight.id });
    if (!answer.ok) return void showStatus(range, { text: errorText(answer.error) });
    onChanged(highlight);
    box.hide();
  }

  async function recolor(
    { highlight, range }: DrawnHighlight,
    color: HighlightColor,
  ): Promise<void> {
    const answer = await ports.ask('highlights.color', { id: highlight.id, color });
    if (answer.ok) onChanged({ ...highlight, color });
    else showStatus(range, { text: errorText(answer.error) });
  }

  /** Opens the comment form. Escape returns to the card or, if the text was changed, closes the box and keeps it. */
  function edit({ highlight, range }: DrawnHighlight, onUnchanged: () => void): void {
    const { id, anchor, comment } = highlight;
    const form = noteContent(box, {
      title: t('highlights_editComment'),
      quote: anchor.quote.exact,
      comment: drafts.get(id) ?? comment ?? '',
      onSave: save,
      onCancel: () => {
        drafts.delete(id);
        box.hide();
      },
    });
    show(range, form, () => {
      drafts.delete(id);
      const typed = form.comment();
      if (typed === (comment ?? '')) return onUnchanged();
      drafts.set(id, typed);
      box.hide();
    });

    async function save(typed: string): Promise<string | null> {
      const next = typed.trim() === '' ? null : typed.trim();
      const answer = await ports.ask('highlights.comment', { id, comment: next });
      if (!answer.ok) return errorText(answer.error);
      drafts.delete(id);
      if (answer.value.id !== id) onRemoved(id);
      onChanged({ ...highlight, id: answer.value.id, comment: next });
      showStatus(range, { text: t('highlights_commentSaved') });
      return null;
    }
  }

  /** Focuses the status, because the focused card disappears. */
  function showStatus(range: Range, status: Status): HTMLElement {
    const shown = statusContent(document, { ...status, onClose: box.hide });
    show(range, shown);
    return shown.content;
  }

  function show(range: Range, shown: CardContent, onEscape = box.hide): void {
    isEditing = shown.onConfirm !== undefined;
    box.show({
      ...shown,
      range,
      isAskedFor: true,
      onEscape,
    });
    shown.focus();
  }

  /** Shows one of the highlights over this text, with a button for the next. */
  function showCard(here: readonly DrawnHighlight[], about: string): void {
    const [first] = here;
    if (first === undefined) return;
    const card = cardContent(document, {
      here,
      about,
      onColor: (one, color) => void recolor(one, color),
      onEdit: (one) => edit(one, () => showCard(startingAt(one, here), about)),
      onRemove: (one) => void remove(one),
      onOther: ({ range }) => drawing.show(range),
      onClose: box.hide,
    });
    show(first.range, card);
    if (here.length > 1 || about !== '') drawing.show(first.range);
  }
  return {
    /** While true, clicks elsewhere must not close the box. */
    isEditing: () => isEditing && box.isShown(),
    /** Closes a hidden highlight's status when the highlight is listed again, because it was restored elsewhere. */
    onListed(listed: readonly AnchoredHighlight[]): void {
      const isBack = listed.some(({ id }) => id === hidden?.id);
      if (isBack && hidden?.status.isConnected === true) box.hide();
    },
    /** Shows the card of these highlights, or the form if one of them has an unsaved comment. */
    show(here: readonly DrawnHighlight[], about = ''): void {
      const unsaved = here.find(({ highlight }) => drafts.has(highlight.id));
      if (unsaved === undefined) showCard(here, about);
      else edit(unsaved, () => showCard(startingAt(unsaved, here), about));
    },
  };
}

function startingAt(one: DrawnHighlight, here: readonly DrawnHighlight[]): DrawnHighlight[] {
  return [one, ...here.filter((other) => other !== one)];
}
