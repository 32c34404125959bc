import { t } from '../../i18n/i18n.ts';
import type { AnchoredHighlight } from '../model.ts';
import type { PageCommand, HighlighterPorts } from '../page-messages.ts';
import type { HighlightBox } from './box.ts';
import {
  createDrawing,
  type AnchorResult,
  anchorHighlights,
  type PlacementReport,
  changedPlacements,
  type Drawing,
} from './draw.ts';
import { createSelectionSaver } from './save-selection.ts';
import { savableRange, watchSelection, areaOf } from './selection.ts';
import { cardContent, errorText, type Status, statusContent } from './box-views.ts';

/** Before looking for highlights there was no time for. */
const restMs = 1000;

type Highlighter = {
  refresh: () => void;
  isConnected: () => boolean;
  stop: () => void;
};

/** The page must have its body. */
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
  /** Keeps slow answers from overwriting newer ones. */
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
      cards.show(here, t('marks_already'));
      return here.length > 0;
    },
  });
  const cards = createCards({ ports, box, drawing, onRemoved: remove, onRestored: add });
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
      : // Rather none than those of another page.
        highlights.filter(({ id }) => anchored.get(id)?.range?.startContainer.isConnected === true);
    lookAgain();
  }

  /** The page may have changed. */
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
    const found = [...anchored].flatMap(([id, { range }]) =>
      range === null ? [] : [[id, range] as const],
    );
    drawing.draw(new Map(found));
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

  function offer(isPersons: boolean): void {
    if (!checkConnected() || saver.isWriting()) return;
    const range = isPersons ? savableRange(window) : null;
    if (range !== null && hasFocus()) saver.offer(range);
    else saver.withdraw();
  }

  function handleCommand(command: PageCommand): Promise<unknown> | undefined {
    switch (command.command) {
      case 'highlights.refresh':
        refresh();
        return undefined;
      case 'highlights.compose':
        if (!saver.isWriting() && !(hasFocus() && savableRange(window) !== null)) return undefined;
        saver.compose();
        return Promise.resolve({ isThere: true });
      case 'highlights.finish': {
        const isFinished = (saver.isWriting() || hasFocus()) && saver.finish();
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

  function listenForClicks(): () => void {
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    const onClick = (event: MouseEvent) => {
      if (!event.isTrusted || box.holds(event) || saver.isWriting() || !checkConnected()) return;
      const target = event.target instanceof window.Element ? event.target : null;
      // The page's controls come first.
      if (target?.closest('a, button, input, select, textarea, label, summary, video, audio'))
        return;
      if (window.getSelection()?.isCollapsed === false) return;
      cards.show(withHighlights(drawing.at(event.clientX, event.clientY)));
    };
    const onPress = (event: Event) => {
      if (box.isShown() && !box.holds(event) && !saver.isWriting()) box.hide();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !saver.isWriting()) box.hide();
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

  /** A focused frame handles its own selection. */
  function hasFocus(): boolean {
    const focused = document.activeElement?.localName ?? '';
    return document.hasFocus() && focused !== 'iframe' && focused !== 'frame';
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

/** Pauses while the page is hidden. */
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
  // Not in every browser; the DOM changes that follow are noticed too.
  window.navigation?.addEventListener('navigatesuccess', hasNavigated, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (since !== null) schedule();
    },
    { signal },
  );
  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
    controller.abort();
  };
}

/** Invisible to the page. Don't rename: it stops the script of an earlier version. */
const key = Symbol.for('keepsake.marks');
type HighlightedWindow = Window & { [key]?: Highlighter };

/** Refreshes a script that is already running; stops a disconnected one and replaces it. `prepare` runs before the page's scripts. */
export function runOnce<T extends { stop: () => void }>(
  window: HighlightedWindow,
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
  onRestored: (highlight: AnchoredHighlight) => void;
};

type DrawnHighlight = { highlight: AnchoredHighlight; range: Range };

function createCards({ ports, box, drawing, onRemoved, onRestored }: CardParts) {
  const { document } = box;

  async function remove({ highlight, range }: DrawnHighlight): Promise<void> {
    const answer = await ports.ask('highlights.remove', { id: highlight.id });
    if (!answer.ok) return showStatus(range, { text: errorText(answer.error), act: null });
    onRemoved(highlight.id);
    const act = { name: t('common_undo'), onClick: () => void restore({ highlight, range }) };
    showStatus(range, { text: t('highlights_unmarked'), act });
  }

  async function restore({ highlight, range }: DrawnHighlight): Promise<void> {
    const answer = await ports.ask('highlights.restore', { id: highlight.id });
    if (!answer.ok) return showStatus(range, { text: errorText(answer.error), act: null });
    onRestored(highlight);
    box.hide();
  }

  /** The focused card disappears. */
  function showStatus(range: Range, status: Status): void {
    const { content, focus } = statusContent(document, { ...status, onClose: box.hide });
    show(range, content, focus);
  }

  function show(range: Range, content: HTMLElement, focus: () => void): void {
    box.show({
      content,
      area: () => areaOf(range),
      near: range.commonAncestorContainer,
      isAskedFor: true,
      onEscape: box.hide,
      focus,
    });
    focus();
  }
  return {
    /** Shows one of the highlights over this text, with a button for the next. */
    show(here: readonly DrawnHighlight[], about = ''): void {
      const [first] = here;
      if (first === undefined) return;
      const at = (act: (one: DrawnHighlight) => void) => (index: number) => {
        const one = here[index];
        if (one !== undefined) act(one);
      };
      const emphasize = at(({ range }) => drawing.show(range));
      const { content, focus } = cardContent(document, {
        marks: here.map(({ highlight: { anchor, comment } }) => ({
          quote: anchor.quote.exact,
          comment,
        })),
        about,
        onRemove: at((one) => void remove(one)),
        onOther: emphasize,
        onClose: box.hide,
      });
      show(first.range, content, focus);
      if (here.length > 1 || about !== '') emphasize(0);
    },
  };
}
