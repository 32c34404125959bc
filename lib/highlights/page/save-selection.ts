/** From the selection to a kept note: the buttons, the box for a comment, and what came of it. */
import { sentences, t } from '../../i18n/i18n.ts';
import { captureSelection } from '../../capture/capture-selection.ts';
import type { SelectionCapture } from '../../capture/schema.ts';
import type { AnchoredHighlight } from '../model.ts';
import { lettersOf } from '../../anchoring/text-index.ts';
import { noteContent, statusContent, toolsContent, errorText } from './box-views.ts';
import type { HighlightBox, BoxContent } from './box.ts';
import type { Drawing } from './draw.ts';
import type { HighlighterPorts } from '../page-messages.ts';
import { areaOf, endsOf, savableRange, standsAt } from './selection.ts';

export type SelectionSaverParts = {
  window: Window & typeof globalThis;
  ports: HighlighterPorts;
  shell: HighlightBox;
  drawing: Drawing;
  onKept: (mark: AnchoredHighlight) => void;
  onUndone: (id: string) => void;
  /** Shows the card of the marks over exactly these words; false where there are none. */
  showMarked: (words: Range) => boolean;
};

/** A selection, held fast: to write a comment takes the selection off the page. */
type HeldSelection = { id: string; range: Range; selection: SelectionCapture };

/** How long the word that it was kept stays, and with it the way to undo that; the note is sent after. */
const keptMs = 8000;
const undoneMs = 3000;

export function createSelectionSaver(parts: SelectionSaverParts) {
  const { window, ports, shell, drawing, onKept, onUndone, showMarked } = parts;
  const { document } = shell;
  /** Where a comment is being written; null while there is none. */
  let writing: {
    quote: string;
    /** The keys for keeping were pressed once more. */
    onKeys: () => void;
    comment: () => string;
    save: () => void;
  } | null = null;
  /** What was written when the box was left or its note undone, for the next note on the same words. */
  let draft = { quote: '', comment: '' };
  let isOffered = false;
  let lastOffered: StaticRangeInit | null = null;
  /** A selection whose buttons the page covers, as was said: the keys alone keep it. */
  let covered: StaticRangeInit | null = null;
  let timer: number | undefined;

  function offer(range: Range): void {
    // Shown anew, they would hear no click for a while.
    if (standsAt(range, covered)) return;
    if (isOffered && shell.isShown() && standsAt(range, lastOffered)) return shell.place();
    isOffered = true;
    lastOffered = endsOf(range);
    const offered = range.toString();
    // The page may have put other words under the buttons meanwhile.
    const ifSame = (act: () => void) => () =>
      savableRange(window)?.toString() === offered ? act() : close();
    const { content } = toolsContent(document, {
      onKeep: ifSame(keepAtOnce),
      onNote: ifSame(compose),
    });
    // A press would take the selection away before the click comes.
    content.addEventListener('pointerdown', (event) => event.preventDefault());
    content.addEventListener('mousedown', (event) => event.preventDefault());
    shell.show({
      content,
      area: () => areaOf(range),
      near: range.commonAncestorContainer,
      isAskedFor: false,
      onEscape: close,
      onCovered: () => void sayCovered(range),
    });
  }

  async function sayCovered(range: Range): Promise<void> {
    covered = endsOf(range);
    const text = await coveredWords();
    if (!standsAt(range, covered)) return;
    const { content } = statusContent(document, { text, act: null, onClose: close });
    showBeside(range, { content });
  }

  async function coveredWords(): Promise<string> {
    const answer = await ports.ask('highlights.shortcut', {});
    return coveredText(answer.ok ? answer.value.keys : '');
  }

  function keepAtOnce(): void {
    const held = hold();
    if (held !== null) void keep(held, '');
  }

  /** A comment that is being written is gone on with. Where none can be typed or sent, the words are kept without one. */
  function compose(): void {
    if (isWriting()) return writing?.onKeys();
    const range = savableRange(window);
    if (range !== null && standsAt(range, covered)) return keepAtOnce();
    const held = hold();
    if (held === null) return;
    const quote = held.selection.text;
    const note = noteContent(document, {
      quote,
      comment: draft.quote === quote ? draft.comment : '',
      onSave: save,
      onCancel: close,
      onKey: shell.press,
      onGrown: shell.place,
    });
    const { content, focus, growth } = note;
    writing = { quote, onKeys: focus, comment: note.comment, save };
    drawing.draft(held.range);
    showBeside(held.range, { content, onConfirm: save, onCovered, focus, growth });
    if (!note.focus()) {
      close();
      void keep(held, '');
    }

    function save(): void {
      void write();
    }

    function onCovered(): void {
      if (writing !== null) writing.onKeys = save;
      void coveredWords().then((trouble) => note.setState({ isSaving, trouble }));
    }

    let isSaving = false;
    async function write(): Promise<void> {
      if (held === null || isSaving) return;
      isSaving = true;
      note.setState({ isSaving, trouble: '' });
      const trouble = await send(held, note.comment());
      isSaving = false;
      if (trouble !== null) note.setState({ isSaving, trouble });
    }
  }

  async function keep(held: HeldSelection, comment: string): Promise<void> {
    const saying = statusContent(document, { text: t('marks_saving'), act: null, onClose: close });
    showBeside(held.range, { content: saying.content });
    const trouble = await send(held, comment);
    if (trouble === null) return;
    const act = { name: t('marks_again'), onClick: () => void keep(held, comment) };
    const failed = statusContent(document, { text: trouble, act, onClose: close });
    showBeside(held.range, { content: failed.content });
  }

  /** Gives what went wrong, in words; null where it was kept. */
  async function send(
    { id, range, selection }: HeldSelection,
    comment: string,
  ): Promise<string | null> {
    const said = comment.trim() === '' ? null : comment;
    const answer = await ports.ask('highlights.save', { id, selection, comment: said });
    if (!answer.ok) return errorText(answer.error.code);
    close();
    draft = { quote: '', comment: '' };
    window.getSelection()?.removeAllRanges();
    const { anchor } = selection;
    const mark = anchor === null ? null : { id, anchor, comment: said };
    if (mark !== null) onKept(mark);
    const text = savedText(answer.value.memory);
    sayFor(range, {
      text: mark === null ? sentences(text, t('marks_unmarkable')) : text,
      act: { name: t('marks_undo'), onClick: () => void undo({ id, range, selection }, comment) },
      ms: keptMs,
    });
    return null;
  }

  /** What was written is there again for the next note on the same words. */
  async function undo({ id, range, selection }: HeldSelection, comment: string): Promise<void> {
    window.clearTimeout(timer);
    const answer = await ports.ask('highlights.undo', { id });
    if (answer.ok) {
      onUndone(id);
      if (comment.trim() !== '') draft = { quote: selection.text, comment };
    }
    const text = answer.ok ? t('marks_undone') : errorText(answer.error.code);
    sayFor(range, { text, act: null, ms: answer.ok ? undoneMs : keptMs });
  }

  type Saying = { text: string; act: { name: string; onClick: () => void } | null; ms: number };

  function sayFor(range: Range, { text, act, ms }: Saying): void {
    showBeside(range, { content: statusContent(document, { text, act, onClose: close }).content });
    timer = window.setTimeout(close, ms);
  }

  function showBeside(
    range: Range,
    {
      content,
      ...acts
    }: Pick<BoxContent, 'content' | 'onConfirm' | 'onCovered' | 'focus' | 'growth'>,
  ): void {
    window.clearTimeout(timer);
    isOffered = false;
    shell.show({
      content,
      area: () => areaOf(range),
      near: range.commonAncestorContainer,
      isAskedFor: true,
      onEscape: close,
      ...acts,
    });
  }

  /** Null where there is nothing to keep, or where the page shows instead why not. */
  function hold(): HeldSelection | null {
    const range = savableRange(window);
    if (range === null || isMarked(range)) return null;
    const captured = captureSelection({ window });
    if (captured.ok)
      return { id: ports.newId(), range: range.cloneRange(), selection: captured.value };
    const text = errorText(captured.error.code);
    showBeside(range, {
      content: statusContent(document, { text, act: null, onClose: close }).content,
    });
    return null;
  }

  /** Words that were kept already lead to their mark, not to another one that nobody could tell from it. */
  function isMarked(range: Range): boolean {
    if (!showMarked(range)) return false;
    window.clearTimeout(timer);
    isOffered = false;
    // Else the buttons would be offered for it once more, in place of the card.
    window.getSelection()?.removeAllRanges();
    return true;
  }

  /**
   * For who has only the words kept: those that a comment is being written on, with it, unless others were selected
   * since. False where there is neither a comment nor a mark on what is selected.
   */
  function finish(): boolean {
    const range = savableRange(window);
    if (!isWriting()) return range !== null && isMarked(range);
    const isOther =
      range !== null && lettersOf(range.toString()) !== lettersOf(writing?.quote ?? '');
    if (isOther && !shell.hasFocus()) return false;
    writing?.save();
    return true;
  }

  function close(): void {
    window.clearTimeout(timer);
    if (writing !== null) draft = { quote: writing.quote, comment: writing.comment() };
    writing = null;
    isOffered = false;
    drawing.draft(null);
    shell.hide();
  }

  function isWriting(): boolean {
    return writing !== null && shell.isShown();
  }

  return {
    offer,
    compose,
    finish,
    /** Takes the buttons away; whatever else is shown stays. */
    withdraw(): void {
      covered = null;
      if (isOffered) close();
    },
    /** Whether a comment is being written, which no click elsewhere may throw away. */
    isWriting,
  };
}

function savedText(memory: string): string {
  // No name: the note waits until a Memory is chosen.
  return memory === '' ? t('marks_keptSomewhere') : t('marks_kept', { memory });
}

function coveredText(shortcut: string): string {
  return shortcut === '' ? t('marks_coveredWithoutKeys') : t('marks_covered', { keys: shortcut });
}
