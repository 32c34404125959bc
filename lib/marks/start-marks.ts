/** Marks and the selection's buttons on one page, or in one frame of it: what the script inside a page does. */
import type { Mark } from '../contracts/highlights.ts';
import type { PageCommand } from '../contracts/page-messages.ts';
import type { Shell } from './box/shell.ts';
import { createDrawing } from './drawing.ts';
import { createKeeping } from './keeping.ts';
import { createCards, type MarkThere } from './mark-card.ts';
import { watchPage } from './page-changes.ts';
import { type Placed, placeMarks, type Telling, tellingsOf } from './placing.ts';
import type { MarksPorts } from './ports.ts';
import { keepableRange, watchSelection } from './selection.ts';
import { markWords as words } from './words.ts';

/** Before the marks that there was no time for are looked for. */
const restMs = 1000;

export type Marks = {
  /** Lists the marks anew. */
  refresh: () => void;
  isConnected: () => boolean;
  /** Takes the marks and all that is shown away, and leaves the page alone. */
  stop: () => void;
};

/** Draws the marks of the page and offers to keep what is selected, until it is stopped. The body is there. */
export function startMarks(
  window: Window & typeof globalThis,
  ports: MarksPorts,
  shell: Shell,
): Marks {
  const { document } = window;
  const drawing = createDrawing(window);
  let marks: readonly Mark[] = [];
  let placed = new Map<string, Placed>();
  let told = new Map<string, Telling>();
  let rest: number | undefined;
  let changedAt = 0;
  /** Counts the listings, so that a late answer does not undo a later one. */
  let listing = 0;

  const keeping = createKeeping({
    window,
    ports,
    shell,
    drawing,
    onKept: add,
    onUndone: remove,
    showMarked: (range) => {
      const there = marksOf(drawing.over(range));
      cards.show(there, words.already);
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
    const answer = await ports.ask('marks.list', {});
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
    const looked = placeMarks(document, marks, { earlier: placed, now, changedAt });
    placed = looked.placed;
    drawing.draw(rangesOf(placed));
    tell();
    window.clearTimeout(rest);
    if (!looked.isDone) rest = window.setTimeout(look, restMs);
    return now() - began;
  }

  function tell(): void {
    const placements = tellingsOf(placed, told);
    told = new Map([...told, ...placements.map((telling) => [telling.id, telling] as const)]);
    if (placements.length > 0) void ports.ask('marks.placed', { placements });
  }

  function add(mark: Mark): void {
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
    const range = isPersons ? keepableRange(window) : null;
    if (range !== null && hasFocus()) keeping.offer(range);
    else keeping.withdraw();
  }

  function obey(command: PageCommand): Promise<unknown> | undefined {
    if (command.command === 'marks.refresh') {
      void list();
      return undefined;
    }
    if (command.command === 'marks.compose') {
      const isThere = keeping.isWriting() || (hasFocus() && keepableRange(window) !== null);
      if (!isThere) return undefined;
      keeping.compose();
      return Promise.resolve({ isThere: true });
    }
    if (command.command === 'marks.finish')
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

  function marksOf(drawn: readonly { id: string; range: Range }[]): MarkThere[] {
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

function rangesOf(placed: ReadonlyMap<string, Placed>): Map<string, Range> {
  return new Map([...placed].flatMap(([id, { range }]) => (range === null ? [] : [[id, range]])));
}
