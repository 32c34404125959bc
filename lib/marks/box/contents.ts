/** What is shown in the page: the selection's buttons, the box for a note, what came of it, and the card of a mark. */
import { shortened } from '../../core/text/cut-text.ts';
import { markWords as words } from '../words.ts';
import { element, say } from './element.ts';
import { createField, type Field, type FieldParts } from './field.ts';

/** More of the quoted words than this is not shown; all of them are kept. */
const longestShown = 300;

export type Content = { content: HTMLElement };

export function toolsContent(
  document: Document,
  acts: { onKeep: () => void; onNote: () => void },
): Content {
  return {
    content: element(
      document,
      ['div', { class: 'box tools', attributes: { role: 'group', 'aria-label': words.tools } }],
      element(document, ['button', { class: 'first', text: words.keep, onClick: acts.onKeep }]),
      element(document, ['button', { text: words.note, onClick: acts.onNote }]),
    ),
  };
}

export type NoteContent = Content & {
  /** How many pixels higher it may become. */
  growth: Field['growth'];
  comment: () => string;
  /** Once it is shown; false where the page's frames are closed to Keepsake, so that nothing can be typed. */
  focus: () => boolean;
  /** Shows that it is being saved, or why it was not. */
  setState: (state: { isSaving: boolean; trouble: string }) => void;
};

type NoteParts = {
  quote: string;
  /** What stands in the field at first. */
  comment: string;
  onSave: () => void;
  onCancel: () => void;
} & Pick<FieldParts, 'onKey' | 'onGrown'>;

export function noteContent(
  document: Document,
  { quote, comment, onSave, onCancel, ...heard }: NoteParts,
): NoteContent {
  const field = createField(document, { label: words.comment, value: comment, ...heard });
  const save = element(document, ['button', { class: 'first', text: words.save, onClick: onSave }]);
  const cancel = element(document, ['button', { text: words.cancel, onClick: onCancel }]);
  const status = element(document, ['p', { class: 'status', attributes: { role: 'status' } }]);
  const trouble = element(document, ['p', { class: 'trouble', attributes: { role: 'alert' } }]);
  const content = element(
    document,
    ['div', { class: 'box wide', attributes: { role: 'dialog', 'aria-label': words.box } }],
    element(document, ['h2', { text: words.box }]),
    quoted(document, quote),
    element(
      document,
      ['div', { class: 'field' }],
      element(document, ['span', { text: words.comment, attributes: { 'aria-hidden': 'true' } }]),
      field.frame,
    ),
    trouble,
    element(document, ['div', { class: 'row' }], save, cancel, status),
    element(document, ['p', { class: 'hint', text: words.keys }]),
  );
  return {
    content,
    growth: field.growth,
    comment: field.value,
    focus: field.focus,
    setState({ isSaving, trouble: text }) {
      save.disabled = isSaving;
      field.setReadOnly(isSaving);
      say(status, isSaving ? words.saving : '');
      say(trouble, text);
      say(save, text === '' ? words.save : words.again);
    },
  };
}

/** A word on what came of it, with one thing to do about it. */
export function saidContent(
  document: Document,
  said: { text: string; act: { name: string; onClick: () => void } | null; onClose: () => void },
): Content & { focus: () => void } {
  const status = element(document, ['p', { attributes: { role: 'status' } }]);
  // A live region is read out when it changes, not when it comes.
  document.defaultView?.setTimeout(() => {
    say(status, said.text);
  }, 50);
  const buttons =
    said.act === null
      ? []
      : [element(document, ['button', { text: said.act.name, onClick: said.act.onClick }])];
  const content = element(
    document,
    ['div', { class: 'box' }],
    status,
    element(
      document,
      ['div', { class: 'row' }],
      ...buttons,
      element(document, ['button', { text: words.close, onClick: said.onClose }]),
    ),
  );
  return { content, focus: () => content.querySelector('button')?.focus({ preventScroll: true }) };
}

type CardParts = {
  /** The marks here, of which one is shown at a time. */
  marks: readonly { quote: string; comment: string | null }[];
  /** Said before them; empty where there is nothing to say. */
  about: string;
  onRemove: (at: number) => void;
  /** Another one is shown now. */
  onOther: (at: number) => void;
  onClose: () => void;
};

/** All marks take the place of the largest, so that neither the box nor a button moves from one to another. */
export function cardContent(
  document: Document,
  { marks, about, onRemove, onOther, onClose }: CardParts,
): Content & { focus: () => void } {
  let at = 0;
  const isOneOfMany = marks.length > 1;
  const cards = marks.map(({ quote, comment }) => {
    const text = comment === null || comment === '' ? words.noComment : comment;
    return element(
      document,
      ['div', { class: 'card' }],
      ...(isOneOfMany ? [quoted(document, quote)] : []),
      element(document, ['p', { text, attributes: { dir: directionOf(text) } }]),
    );
  });
  const which = element(document, ['p', { class: 'hint', attributes: { role: 'status' } }]);
  const remove = element(document, ['button', { text: words.remove, onClick: () => onRemove(at) }]);
  const other = element(document, ['button', { text: words.other, onClick: turn }]);
  const close = element(document, ['button', { text: words.close, onClick: onClose }]);
  const content = element(
    document,
    ['div', { class: 'box', attributes: { role: 'dialog', 'aria-label': words.card } }],
    ...(about === '' ? [] : [element(document, ['p', { class: 'hint', text: about }])]),
    element(document, ['div', { class: 'cards' }], ...cards),
    element(
      document,
      ['div', { class: 'row' }],
      remove,
      ...(isOneOfMany ? [other, close, which] : [close]),
    ),
  );
  show();
  // Who wanted to keep the words once more had no mark in mind to take off.
  const first = about === '' ? remove : close;
  return { content, focus: () => first.focus({ preventScroll: true }) };

  function turn(): void {
    at = (at + 1) % marks.length;
    show();
    onOther(at);
  }

  function show(): void {
    for (const [index, card] of cards.entries()) card.toggleAttribute('inert', index !== at);
    say(which, words.which(at + 1, marks.length));
  }
}

function quoted(document: Document, text: string): HTMLElement {
  const shown = shortened(text, longestShown);
  return element(document, [
    'blockquote',
    { text: shown, attributes: { dir: directionOf(shown), 'aria-label': words.quote } },
  ]);
}

/** As `dir=auto` would have it, which sees no words that the style draws: by the first letter. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const isRightToLeft = /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);
  return isRightToLeft ? 'rtl' : 'ltr';
}
