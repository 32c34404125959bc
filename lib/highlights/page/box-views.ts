import { sentences, t } from '../../i18n/i18n.ts';
import { errorWords } from '../../i18n/errors.ts';
import { shortened } from '../../text/cut-text.ts';
import type { AppError } from '../../contract/errors.ts';
import { type HighlightColor, highlightColors } from '../../outbox/model.ts';
import type { AnchoredHighlight } from '../model.ts';
import type { HighlightBox } from './box.ts';

/** Longer quotes are shortened on display, but saved in full. */
const maxQuoteLength = 300;
type Content = { content: HTMLElement };

export function toolsContent(
  document: Document,
  { onKeep, onNote }: { onKeep: () => void; onNote: () => void },
): HTMLElement {
  const make = makerFor(document);
  return make(
    'div',
    { class: 'box tools', attributes: { role: 'group', 'aria-label': t('highlights_box_tools') } },
    make('button', { class: 'first', text: t('highlights_box_keep'), onClick: onKeep }),
    make('button', { text: t('highlights_box_note'), onClick: onNote }),
  );
}

type NoteParts = {
  title: string;
  quote: string;
  comment: string;
  /** Saves the comment. Returns the error text, or null. */
  onSave: (comment: string) => Promise<string | null>;
  onCancel: () => void;
};

/** Creates the comment form, which ignores further saves while one is running. */
export function noteContent(
  { document, press, place }: HighlightBox,
  { title, quote, comment, onSave, onCancel }: NoteParts,
) {
  const make = makerFor(document);
  const field = createField(document, {
    label: t('highlights_box_comment'),
    value: comment,
    onKey: press,
    onResize: place,
  });
  let isSaving = false;
  const onConfirm = () => void submit();
  const save = make('button', { class: 'first', text: t('common_save'), onClick: onConfirm });
  const status = make('p', { class: 'status', attributes: { role: 'status' } });
  const alert = make('p', { class: 'error', attributes: { role: 'alert' } });
  const content = make(
    'div',
    { class: 'box wide', attributes: { role: 'dialog', 'aria-label': title } },
    make('h2', { text: title }),
    quoteOf(document, quote),
    make(
      'div',
      { class: 'field' },
      make('span', { text: t('highlights_box_comment'), attributes: { 'aria-hidden': 'true' } }),
      field.frame,
    ),
    alert,
    make(
      'div',
      { class: 'row' },
      save,
      make('button', { text: t('common_cancel'), onClick: onCancel }),
      status,
    ),
    make('p', { class: 'hint', text: t('highlights_box_keys') }),
  );
  return {
    content,
    onConfirm,
    showError,
    growth: field.growth,
    comment: field.value,
    focus: field.focus,
  };

  async function submit(): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    showError('');
    const error = await onSave(field.value());
    isSaving = false;
    if (error !== null) showError(error);
  }

  function showError(error: string): void {
    save.disabled = isSaving;
    field.setReadOnly(isSaving);
    setText(status, isSaving ? t('common_saving') : '');
    setText(alert, error);
    setText(save, error === '' ? t('common_save') : t('common_retry'));
  }
}

export type Status = { text: string; act?: { name: string; onClick: () => void } };

export function statusContent(
  document: Document,
  { text, act, onClose }: Status & { onClose: () => void },
): Content & { focus: () => void } {
  const make = makerFor(document);
  const status = make('p', { attributes: { role: 'status' } });
  // Live regions are read out only on changes.
  document.defaultView?.setTimeout(() => {
    setText(status, text);
  }, 50);
  const content = make(
    'div',
    { class: 'box' },
    status,
    make(
      'div',
      { class: 'row' },
      ...(act === undefined ? [] : [make('button', { text: act.name, onClick: act.onClick })]),
      make('button', { text: t('common_close'), onClick: onClose }),
    ),
  );
  return { content, focus: () => content.querySelector('button')?.focus({ preventScroll: true }) };
}

type CardParts<Drawn> = {
  /** Highlights over the same text, shown one at a time. */
  here: readonly Drawn[];
  about: string;
  onColor: (one: Drawn, color: HighlightColor) => void;
  onEdit: (one: Drawn) => void;
  onRemove: (one: Drawn) => void;
  onOther: (one: Drawn) => void;
  onClose: () => void;
};

/** Makes all cards as large as the largest, so that neither the box nor its buttons move. */
export function cardContent<Drawn extends { highlight: AnchoredHighlight }>(
  document: Document,
  { here, about, onColor, onEdit, onRemove, onOther, onClose }: CardParts<Drawn>,
): Content & { focus: () => void } {
  const make = makerFor(document);
  let at = 0;
  /** Calls back with the highlight that is shown. */
  const withShown = (act: (one: Drawn) => void) => () => here.slice(at, at + 1).forEach(act);
  const isOneOfMany = here.length > 1;
  const cards = here.map(({ highlight: { anchor, comment } }) => {
    const text = comment === null || comment === '' ? t('highlights_box_noComment') : comment;
    return make(
      'div',
      { class: 'card' },
      ...(isOneOfMany ? [quoteOf(document, anchor.quote.exact)] : []),
      make('p', { text, attributes: { dir: directionOf(text) } }),
    );
  });
  const which = make('p', { class: 'hint', attributes: { role: 'status' } });
  const swatches = highlightColors.map((color) =>
    make('button', {
      class: `swatch ${color}`,
      attributes: { 'aria-label': t(`highlights_colors_${color}`) },
      onClick: withShown((one) => {
        chosen[at] = color;
        onColor(one, color);
        press();
      }),
    }),
  );
  const chosen = here.map(({ highlight }) => highlight.color);
  const colors = make(
    'div',
    { class: 'row', attributes: { role: 'group', 'aria-label': t('highlights_colors') } },
    ...swatches,
  );
  const edit = make('button', { text: t('highlights_editComment'), onClick: withShown(onEdit) });
  const remove = make('button', { text: t('highlights_box_remove'), onClick: withShown(onRemove) });
  const other = make('button', { text: t('highlights_box_next'), onClick: showNext });
  const close = make('button', { text: t('common_close'), onClick: onClose });
  const content = make(
    'div',
    { class: 'box', attributes: { role: 'dialog', 'aria-label': t('highlights_box_card') } },
    ...(about === '' ? [] : [make('p', { class: 'hint', text: about })]),
    make('div', { class: 'cards' }, ...cards),
    colors,
    make('div', { class: 'row' }, edit, remove, ...(isOneOfMany ? [other, close, which] : [close])),
  );
  show();
  // If the text was selected again, the person isn't trying to hide the highlight.
  const first = about === '' ? remove : close;
  return { content, focus: () => first.focus({ preventScroll: true }) };

  function showNext(): void {
    at = (at + 1) % here.length;
    show();
    withShown(onOther)();
  }

  function show(): void {
    for (const [index, card] of cards.entries()) card.toggleAttribute('inert', index !== at);
    setText(which, t('highlights_box_which', { at: at + 1, count: here.length }));
    press();
  }

  function press(): void {
    for (const [index, swatch] of swatches.entries())
      swatch.setAttribute('aria-pressed', String(highlightColors[index] === chosen[at]));
  }
}

function quoteOf(document: Document, text: string): HTMLElement {
  const shown = shortened(text, maxQuoteLength);
  const attributes = { dir: directionOf(shown), 'aria-label': t('highlights_box_quote') };
  return makerFor(document)('blockquote', { text: shown, attributes });
}

/** Returns the direction of the first letter, because `dir=auto` ignores text drawn by the style sheet. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const isRightToLeft = /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);
  return isRightToLeft ? 'rtl' : 'ltr';
}

/** Line height, padding and border in pixels. The padding doesn't scroll, so that only whole lines are shown. */
const line = 20;
const space = 7;
const edge = 1;
/** Fewer lines if the window has less than `windowFor` pixels per line. */
const fewestLines = 3;
const mostLines = 9;
const windowFor = 64;

/** Set as properties, which aren't subject to the page's content security policy. */
const fieldColors =
  'background: light-dark(#ffffff, #1a1815); color: light-dark(#241f19, #f2ece1); color-scheme: light dark;';
const aroundLook = `box-sizing: border-box; display: block; block-size: 100vh; padding-block: ${space}px; cursor: text; ${fieldColors}`;
const look = `box-sizing: border-box; display: block; inline-size: 100%; margin: 0; padding: 0 8px; border: 0;
  outline: none; resize: none; font: 14px/${line}px system-ui, sans-serif; overflow-wrap: anywhere; ${fieldColors}`;

type FieldParts = {
  label: string;
  value: string;
  onKey: (event: KeyboardEvent) => void;
  onResize: () => void;
};

function createField(document: Document, { label, value, onKey, onResize }: FieldParts) {
  const make = makerFor(document);
  const text = make('textarea', { attributes: { dir: 'auto', 'aria-label': label } });
  text.style.cssText = look;
  text.value = value;
  for (const type of ['keydown', 'keyup'] as const) text.addEventListener(type, onKey);
  text.addEventListener('input', fit);
  // Browsers scroll to the caret, which is shorter than its line.
  text.addEventListener('scrollend', () => {
    text.scrollTop = Math.round(text.scrollTop / line) * line;
  });
  // A label, so that clicks next to the lines focus the field.
  const around = make('label', {}, text);
  around.style.cssText = aroundLook;
  const frame = make('iframe', { attributes: { title: label } });
  for (const type of ['focus', 'blur'] as const)
    text.addEventListener(type, () => frame.classList.toggle('active', type === 'focus'));
  let height = 0;
  setHeight(linesIn().fewest);
  // Firefox sometimes replaces the document of a new frame a moment later.
  frame.addEventListener('load', () => {
    if (text.ownerDocument !== document) focus();
  });

  /** Returns false if the page's policy blocks the frame. */
  function focus(): boolean {
    const inner = frame.contentDocument;
    if (inner === null) return false;
    if (text.ownerDocument !== inner) {
      inner.body.style.margin = '0';
      inner.documentElement.style.cssText = fieldColors;
      inner.body.append(around);
      inner.defaultView?.addEventListener('resize', fit);
      fit();
    }
    text.focus({ preventScroll: true });
    return true;
  }

  function fit(): void {
    const { scrollTop } = text;
    text.style.blockSize = '0';
    const needed = Math.ceil(text.scrollHeight / line);
    const { fewest, most } = linesIn();
    text.style.overflowY = needed > most ? 'auto' : 'hidden';
    setHeight(Math.max(fewest, Math.min(needed, most)));
    text.scrollTop = scrollTop;
  }

  function setHeight(lines: number): void {
    text.style.blockSize = `${lines * line}px`;
    const next = heightOf(lines);
    if (next === height) return;
    const isFirst = height === 0;
    height = next;
    frame.style.blockSize = `${next}px`;
    if (!isFirst) onResize();
  }

  function linesIn(): { fewest: number; most: number } {
    const room = Math.floor((document.defaultView?.innerHeight ?? 0) / windowFor);
    const most = Math.max(1, Math.min(room, mostLines));
    return { fewest: Math.min(fewestLines, most), most };
  }
  return {
    frame,
    value: () => text.value,
    focus,
    setReadOnly: (isReadOnly: boolean) => {
      text.readOnly = isReadOnly;
    },
    /** Returns how much taller the field can become, in pixels. */
    growth: () => heightOf(linesIn().most) - height,
  };
}

function heightOf(lines: number): number {
  return lines * line + 2 * (space + edge);
}

export function errorText(error: AppError): string {
  if (error.code === 'page.too-large') return t('highlights_box_tooLarge');
  if (error.code === 'save.sent') return t('highlights_box_sent');
  const { title, next } = errorWords(error);
  return sentences(title, next);
}

type Parts = {
  class?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  /** Not called for clicks by scripts. */
  onClick?: () => void;
};

function makerFor(document: Document) {
  return <N extends keyof HTMLElementTagNameMap>(
    name: N,
    { class: className, text, attributes = {}, onClick }: Parts,
    ...children: readonly Node[]
  ): HTMLElementTagNameMap[N] => {
    const made = document.createElement(name);
    if (className !== undefined) made.className = className;
    if (text !== undefined) setText(made, text);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (onClick !== undefined) {
      made.addEventListener('click', ({ isTrusted }) => {
        if (isTrusted) onClick();
      });
    }
    made.append(...children);
    return made;
  };
}

/** Sets text that the style sheet draws, so that the page can't find it with `window.find`. */
function setText(element: HTMLElement, text: string): void {
  element.dataset['words'] = text;
}
