import { sentences, t } from '../../i18n/i18n.ts';
import { captureSelection } from '../../capture/capture-selection.ts';
import type { SelectionCapture } from '../../capture/schema.ts';
import type { AnchoredHighlight } from '../model.ts';
import { lettersOf } from '../../anchoring/text-index.ts';
import { errorText, noteContent, type Status, statusContent, toolsContent } from './box-views.ts';
import type { HighlightBox, BoxContent } from './box.ts';
import type { Drawing } from './draw.ts';
import type { HighlighterPorts } from '../page-messages.ts';
import { hasEnds, savableRange } from './selection.ts';

type SelectionSaverParts = {
  window: Window & typeof globalThis;
  ports: HighlighterPorts;
  box: HighlightBox;
  drawing: Drawing;
  onSaved: (highlight: AnchoredHighlight) => void;
  onUndone: (id: string) => void;
  /** Shows the highlights over exactly this text; false if there are none. */
  showCard: (text: Range) => boolean;
};

/** Held while a comment is written, because typing clears the selection. */
type HeldSelection = { id: string; range: Range; selection: SelectionCapture };
/** How long Undo is offered. The note is sent later. */
const savedMs = 8000;
const undoneMs = 3000;
const noDraft = { quote: '', comment: '' };

export function createSelectionSaver(parts: SelectionSaverParts) {
  const { window, ports, box, drawing, onSaved, onUndone, showCard } = parts;
  const { document } = box;
  let writing: {
    quote: string;
    onShortcut: () => void;
    comment: () => string;
    save: () => void;
  } | null = null;
  /** An unsaved or undone comment, offered again for the same text. */
  let draft = noDraft;
  let isOffered = false;
  let lastOffered: StaticRange | null = null;
  /** A selection whose buttons the page covers, so that only the shortcut can save it. */
  let covered: StaticRange | null = null;
  let timer: number | undefined;

  function offer(range: Range): void {
    // Showing the buttons again would delay clicks.
    if (hasEnds(range, covered)) return;
    if (isOffered && box.isShown() && hasEnds(range, lastOffered)) return box.place();
    // The timer of an earlier status would hide the buttons.
    window.clearTimeout(timer);
    isOffered = true;
    lastOffered = new StaticRange(range);
    const offered = range.toString();
    // The page might have changed the text.
    const ifSame = (act: () => void) => () =>
      savableRange(window)?.toString() === offered ? act() : close();
    const content = toolsContent(document, {
      onKeep: ifSame(saveNow),
      onNote: ifSame(compose),
    });
    // Pressing would clear the selection before the click.
    content.addEventListener('pointerdown', (event) => event.preventDefault());
    content.addEventListener('mousedown', (event) => event.preventDefault());
    box.show({
      content,
      range,
      isAskedFor: false,
      onEscape: close,
      onCovered: () => void showCovered(range),
    });
  }

  async function showCovered(range: Range): Promise<void> {
    covered = new StaticRange(range);
    const text = await coveredText();
    if (hasEnds(range, covered)) showStatus(range, { text });
  }

  async function coveredText(): Promise<string> {
    const answer = await ports.ask('highlights.shortcut', {});
    const keys = answer.ok ? answer.value.keys : '';
    return keys === ''
      ? t('highlights_box_coveredWithoutKeys')
      : t('highlights_box_covered', { keys });
  }

  function saveNow(): void {
    const held = hold();
    if (held !== null) void save(held, '');
  }

  /** Opens the comment field, or saves without a comment if the page blocks the field. */
  function compose(): void {
    if (isWriting()) return writing?.onShortcut();
    const range = savableRange(window);
    if (range !== null && hasEnds(range, covered)) return saveNow();
    const held = hold();
    if (held === null) return;
    const quote = held.selection.text;
    const form = noteContent(box, {
      title: t('highlights_box_box'),
      quote,
      comment: draft.quote === quote ? draft.comment : '',
      onSave: (comment) => send(held, comment),
      onCancel: close,
    });
    const { comment, focus, onConfirm, showError } = form;
    writing = { quote, onShortcut: focus, comment, save: onConfirm };
    drawing.draft(held.range);
    const onCovered = () => {
      if (writing !== null) writing.onShortcut = onConfirm;
      void coveredText().then(showError);
    };
    showBeside(held.range, { ...form, onCovered });
    if (!focus()) {
      close();
      void save(held, '');
    }
  }

  async function save(held: HeldSelection, comment: string): Promise<void> {
    showStatus(held.range, { text: t('common_saving') });
    const error = await send(held, comment);
    if (error === null) return;
    const act = { name: t('common_retry'), onClick: () => void save(held, comment) };
    showStatus(held.range, { text: error, act });
  }

  /** Saves the note. Returns the error text, or null. */
  async function send(held: HeldSelection, text: string): Promise<string | null> {
    const { id, range, selection } = held;
    const comment = text.trim() === '' ? null : text;
    const answer = await ports.ask('highlights.save', { id, selection, comment });
    if (!answer.ok) return errorText(answer.error);
    close();
    draft = noDraft;
    window.getSelection()?.removeAllRanges();
    const { anchor } = selection;
    // `memory` is empty if the note waits for a Memory to be chosen.
    const { memory, color } = answer.value;
    if (anchor !== null) onSaved({ id, anchor, comment, color });
    const saved =
      memory === '' ? t('highlights_box_keptSomewhere') : t('highlights_box_kept', { memory });
    showStatus(range, {
      text: anchor === null ? sentences(saved, t('highlights_box_notShown')) : saved,
      act: { name: t('common_undo'), onClick: () => void undo(held, text) },
    });
    timer = window.setTimeout(close, savedMs);
    return null;
  }

  async function undo({ id, range, selection }: HeldSelection, comment: string): Promise<void> {
    window.clearTimeout(timer);
    const answer = await ports.ask('highlights.undo', { id });
    if (answer.ok) {
      onUndone(id);
      if (comment.trim() !== '') draft = { quote: selection.text, comment };
    }
    const text = answer.ok ? t('highlights_box_undone') : errorText(answer.error);
    showStatus(range, { text });
    timer = window.setTimeout(close, answer.ok ? undoneMs : savedMs);
  }

  function showStatus(range: Range, status: Status): void {
    const { content } = statusContent(document, { ...status, onClose: close });
    showBeside(range, { content });
  }

  function showBeside(
    range: Range,
    shown: Pick<BoxContent, 'content' | 'onConfirm' | 'onCovered' | 'focus' | 'growth'>,
  ): void {
    window.clearTimeout(timer);
    isOffered = false;
    box.show({
      ...shown,
      range,
      isAskedFor: true,
      onEscape: close,
    });
  }

  /** Captures the selection; null if there is nothing to save, or an error or card is shown instead. */
  function hold(): HeldSelection | null {
    const range = savableRange(window);
    if (range === null || isHighlighted(range)) return null;
    const captured = captureSelection(window);
    if (captured.ok)
      return { id: ports.newId(), range: range.cloneRange(), selection: captured.value };
    showStatus(range, { text: errorText(captured.error) });
    return null;
  }

  /** Returns whether the text is already highlighted, and shows its card if so. */
  function isHighlighted(range: Range): boolean {
    if (!showCard(range)) return false;
    window.clearTimeout(timer);
    isOffered = false;
    // Otherwise, the buttons would replace the card.
    window.getSelection()?.removeAllRanges();
    return true;
  }

  /**
   * Saves an open comment unless other text was selected. Returns false if no comment was saved and no card was shown.
   */
  function finish(): boolean {
    const range = savableRange(window);
    if (!isWriting()) return range !== null && isHighlighted(range);
    const isOther =
      range !== null && lettersOf(range.toString()) !== lettersOf(writing?.quote ?? '');
    if (isOther && !box.hasFocus()) return false;
    writing?.save();
    return true;
  }

  function close(): void {
    window.clearTimeout(timer);
    if (writing !== null) draft = { quote: writing.quote, comment: writing.comment() };
    writing = null;
    isOffered = false;
    drawing.draft(null);
    box.hide();
  }

  function isWriting(): boolean {
    return writing !== null && box.isShown();
  }
  return {
    offer,
    compose,
    finish,
    /** Hides the box if it only offers buttons. */
    withdraw(): void {
      covered = null;
      if (isOffered) close();
    },
    /** While true, clicks elsewhere must not close the box. */
    isWriting,
  };
}
