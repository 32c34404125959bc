/** Marks and the selection's buttons on one page, or in one frame of it: what the script inside a page does. */
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
import { cardContent, statusContent, errorText } from './box-views.ts';

/** Before the marks that there was no time for are looked for. */
const restMs = 1000;

type Highlighter = {
  /** Lists the marks anew. */
  refresh: () => void;
  isConnected: () => boolean;
  /** Takes the marks and all that is shown away, and leaves the page alone. */
  stop: () => void;
};

/** Draws the marks of the page and offers to keep what is selected, until it is stopped. The body is there. */
export function startHighlighter(
  window: Window & typeof globalThis,
  ports: HighlighterPorts,
  shell: HighlightBox,
): Highlighter {
  const { document } = window;
  const drawing = createDrawing(window);
  let marks: readonly AnchoredHighlight[] = [];
  let placed = new Map<string, AnchorResult>();
  let told = new Map<string, PlacementReport>();
  let rest: number | undefined;
  let changedAt = 0;
  /** Counts the listings, so that a late answer does not undo a later one. */
  let listing = 0;

  const keeping = createSelectionSaver({
    window,
    ports,
    shell,
    drawing,
    onKept: add,
    onUndone: remove,
    showMarked: (range) => {
      const there = marksOf(drawing.over(range));
      cards.show(there, t('marks_already'));
      return there.length > 0;
    },
  });
  const cards = createCards({
    ports,
    shell,
    drawing,
    onRemoved: remove,
    onRestored: add,
  });
  const ends = [
    watchPage(window, { onChange: lookAnew, onMove: () => void list() }),
    watchSelection(window, offer),
    ports.onCommand(obey),
    listenForClicks(),
  ];
  void list();

  return {
    refresh: () => void list(),
    isConnected: ports.isConnected,
    stop,
  };

  async function list(): Promise<void> {
    listing += 1;
    const mine = listing;
    const answer = await ports.ask('highlights.list', {});
    if (mine !== listing) return;
    if (answer.ok) marks = answer.value.marks;
    // Rather no mark than one of another page.
    else
      marks = marks.filter(({ id }) => placed.get(id)?.range?.startContainer.isConnected === true);
    lookAnew();
  }

  /** The page may be another one: what was not found before is looked for again. */
  function lookAnew(): number {
    changedAt = window.performance.now();
    return look();
  }

  /** Gives the milliseconds it took. */
  function look(): number {
    if (!isStillOurs()) return 0;
    const now = () => window.performance.now();
    const began = now();
    const looked = anchorHighlights(document, marks, { earlier: placed, now, changedAt });
    placed = looked.placed;
    drawing.draw(rangesOf(placed));
    tell();
    window.clearTimeout(rest);
    if (!looked.isDone) rest = window.setTimeout(look, restMs);
    return now() - began;
  }

  function tell(): void {
    const placements = changedPlacements(placed, told);
    told = new Map([...told, ...placements.map((telling) => [telling.id, telling] as const)]);
    if (placements.length > 0) void ports.ask('highlights.placed', { placements });
  }

  function add(mark: AnchoredHighlight): void {
    marks = [...marks.filter(({ id }) => id !== mark.id), mark];
    look();
  }

  function remove(id: string): void {
    marks = marks.filter((mark) => mark.id !== id);
    told.delete(id);
    look();
  }

  function offer(isPersons: boolean): void {
    if (!isStillOurs() || keeping.isWriting()) return;
    const range = isPersons ? savableRange(window) : null;
    if (range !== null && hasFocus()) keeping.offer(range);
    else keeping.withdraw();
  }

  function obey(command: PageCommand): Promise<unknown> | undefined {
    if (command.command === 'highlights.refresh') {
      void list();
      return undefined;
    }
    if (command.command === 'highlights.compose') {
      const isThere = keeping.isWriting() || (hasFocus() && savableRange(window) !== null);
      if (!isThere) return undefined;
      keeping.compose();
      return Promise.resolve({ isThere: true });
    }
    if (command.command === 'highlights.finish')
      return isFinishing() ? Promise.resolve({ isThere: true }) : undefined;
    const mark = placed.get(command.id);
    if (mark === undefined) return undefined;
    lookAnew();
    const range = placed.get(command.id)?.range ?? null;
    if (range !== null) reveal(range);
    return Promise.resolve({ isThere: range !== null });
  }

  function isFinishing(): boolean {
    return (keeping.isWriting() || hasFocus()) && keeping.finish();
  }

  function reveal(range: Range): void {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    range.startContainer.parentElement?.scrollIntoView({
      block: 'center',
      behavior: isCalm ? 'auto' : 'smooth',
    });
    drawing.show(range);
  }

  function listenForClicks(): () => void {
    const ending = new AbortController();
    const options = { capture: true, passive: true, signal: ending.signal };
    const clicked = (event: MouseEvent) => {
      if (!event.isTrusted || shell.holds(event) || keeping.isWriting() || !isStillOurs()) return;
      const target = event.target instanceof window.Element ? event.target : null;
      // What a click does on the page comes first.
      if (target?.closest('a, button, input, select, textarea, label, summary, video, audio'))
        return;
      if (window.getSelection()?.isCollapsed === false) return;
      cards.show(marksOf(drawing.at(event.clientX, event.clientY)));
    };
    const pressed = (event: Event) => {
      if (shell.isShown() && !shell.holds(event) && !keeping.isWriting()) shell.hide();
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !keeping.isWriting()) shell.hide();
    };
    document.addEventListener('click', clicked, options);
    for (const one of new Set([document, shell.document])) {
      one.addEventListener('pointerdown', pressed, options);
      one.addEventListener('keydown', escaped, options);
    }
    return () => ending.abort();
  }

  function marksOf(drawn: readonly { id: string; range: Range }[]): DrawnHighlight[] {
    return drawn.flatMap(({ id, range }) => {
      const mark = placed.get(id)?.mark;
      return mark === undefined ? [] : [{ mark, range }];
    });
  }

  /** The frame that the person works in; a frame within has the focus for itself. */
  function hasFocus(): boolean {
    const focused = document.activeElement?.localName ?? '';
    return document.hasFocus() && focused !== 'iframe' && focused !== 'frame';
  }

  function isStillOurs(): boolean {
    if (ports.isConnected()) return true;
    stop();
    return false;
  }

  function stop(): void {
    listing += 1;
    window.clearTimeout(rest);
    for (const end of ends) end();
    shell.stop();
    drawing.clear();
  }
}

function rangesOf(placed: ReadonlyMap<string, AnchorResult>): Map<string, Range> {
  return new Map([...placed].flatMap(([id, { range }]) => (range === null ? [] : [[id, range]])));
}

type PageChanges = {
  /** Its text may have changed, and has been still for a moment. Gives the milliseconds it took to look. */
  onChange: () => number;
  /** The address is another one. */
  onMove: () => void;
};

/** A change is looked at when no other has followed for so long, at the latest after the longer time. */
const quietMs = 400;
const longestMs = 3000;

/** Looking takes a twentieth of the time at most, however often the page changes. */
const restFactor = 20;

/** Watches until the returned function is called. Nothing is looked at while nobody sees the page. */
function watchPage(
  window: Window & typeof globalThis,
  { onChange, onMove }: PageChanges,
): () => void {
  const { document } = window;
  let address = window.location.href;
  let timer: number | undefined;
  let since: number | null = null;
  let restUntil = 0;
  const ending = new AbortController();

  function notice(): void {
    const now = window.performance.now();
    since ??= now;
    const due = Math.min(now + quietMs, since + longestMs);
    window.clearTimeout(timer);
    timer = window.setTimeout(look, Math.max(due, restUntil) - now);
  }

  function look(): void {
    if (document.hidden) return;
    since = null;
    if (hasMoved()) return;
    restUntil = window.performance.now() + onChange() * restFactor;
  }

  function hasMoved(): boolean {
    if (window.location.href === address) return false;
    address = window.location.href;
    onMove();
    return true;
  }

  const observer = new window.MutationObserver(notice);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  const { signal } = ending;
  for (const type of ['popstate', 'hashchange', 'pageshow']) {
    window.addEventListener(type, hasMoved, { signal });
  }
  // Not in every browser yet; elsewhere the change of the page that follows is noticed.
  window.navigation?.addEventListener('navigatesuccess', hasMoved, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (since !== null) notice();
    },
    { signal },
  );

  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
    ending.abort();
  };
}

/** Invisible to the page. Don't rename: a script left by an earlier version is stopped through this key. */
const key = Symbol.for('keepsake.marks');

type Home = Window & { [key]?: Highlighter };

/**
 * Starts it once the page has its body; `prepare` comes before any script of a page that is only just loaded. One that
 * runs lists its marks anew; one left by an update is taken away.
 */
export function runOnce<T extends { stop: () => void }>(
  window: Home,
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
  shell: HighlightBox;
  drawing: Drawing;
  onRemoved: (id: string) => void;
  onRestored: (mark: AnchoredHighlight) => void;
};

/** A mark, and where it stands. */
type DrawnHighlight = { mark: AnchoredHighlight; range: Range };

function createCards({ ports, shell, drawing, onRemoved, onRestored }: CardParts) {
  const { document } = shell;

  async function remove(mark: AnchoredHighlight, range: Range): Promise<void> {
    const answer = await ports.ask('highlights.remove', { id: mark.id });
    if (!answer.ok) return say(range, { text: errorText(answer.error.code), act: null });
    onRemoved(mark.id);
    const act = { name: t('marks_undo'), onClick: () => void restore(mark, range) };
    say(range, { text: t('marks_removed'), act });
  }

  async function restore(mark: AnchoredHighlight, range: Range): Promise<void> {
    const answer = await ports.ask('highlights.restore', { id: mark.id });
    if (!answer.ok) return say(range, { text: errorText(answer.error.code), act: null });
    onRestored(mark);
    shell.hide();
  }

  type Saying = { text: string; act: { name: string; onClick: () => void } | null };

  /** The card had the focus, which would be lost with it, and no key led to the way back. */
  function say(range: Range, saying: Saying): void {
    const { content, focus } = statusContent(document, { ...saying, onClose: shell.hide });
    show(range, content, focus);
  }

  function show(range: Range, content: HTMLElement, focus: () => void): void {
    shell.show({
      content,
      area: () => areaOf(range),
      near: range.commonAncestorContainer,
      isAskedFor: true,
      onEscape: shell.hide,
      focus,
    });
    focus();
  }

  return {
    /** Shows the first of the marks that lie over the same words, with the way to the others. */
    show(there: readonly DrawnHighlight[], about = ''): void {
      const [first] = there;
      if (first === undefined) return;
      const act = (does: (one: DrawnHighlight) => void) => (at: number) => {
        const one = there[at];
        if (one !== undefined) does(one);
      };
      const emphasise = act(({ range }) => drawing.show(range));
      const card = cardContent(document, {
        marks: there.map(({ mark: { anchor, comment } }) => ({
          quote: anchor.quote.exact,
          comment,
        })),
        about,
        onRemove: act(({ mark, range }) => void remove(mark, range)),
        onOther: emphasise,
        onClose: shell.hide,
      });
      show(first.range, card.content, card.focus);
      if (there.length > 1 || about !== '') emphasise(0);
    },
  };
}
