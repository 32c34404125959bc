/** What is shown in the page: the selection's buttons, the box for a note, what came of it, and the card of a mark. */
import { t } from '../../i18n/i18n.ts';
import { shortened } from '../../text/cut-text.ts';
import type { AppErrorCode } from '../../contract/errors.ts';

/** More of the quoted words than this is not shown; all of them are kept. */
const longestShown = 300;

type Content = { content: HTMLElement };

export function toolsContent(
  document: Document,
  acts: { onKeep: () => void; onNote: () => void },
): Content {
  return {
    content: element(
      document,
      [
        'div',
        { class: 'box tools', attributes: { role: 'group', 'aria-label': t('marks_tools') } },
      ],
      element(document, [
        'button',
        { class: 'first', text: t('marks_keep'), onClick: acts.onKeep },
      ]),
      element(document, ['button', { text: t('marks_note'), onClick: acts.onNote }]),
    ),
  };
}

type NoteContent = Content & {
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
  const field = createField(document, { label: t('marks_comment'), value: comment, ...heard });
  const save = element(document, [
    'button',
    { class: 'first', text: t('marks_save'), onClick: onSave },
  ]);
  const cancel = element(document, ['button', { text: t('marks_cancel'), onClick: onCancel }]);
  const status = element(document, ['p', { class: 'status', attributes: { role: 'status' } }]);
  const trouble = element(document, ['p', { class: 'trouble', attributes: { role: 'alert' } }]);
  const content = element(
    document,
    ['div', { class: 'box wide', attributes: { role: 'dialog', 'aria-label': t('marks_box') } }],
    element(document, ['h2', { text: t('marks_box') }]),
    quoted(document, quote),
    element(
      document,
      ['div', { class: 'field' }],
      element(document, [
        'span',
        { text: t('marks_comment'), attributes: { 'aria-hidden': 'true' } },
      ]),
      field.frame,
    ),
    trouble,
    element(document, ['div', { class: 'row' }], save, cancel, status),
    element(document, ['p', { class: 'hint', text: t('marks_keys') }]),
  );
  return {
    content,
    growth: field.growth,
    comment: field.value,
    focus: field.focus,
    setState({ isSaving, trouble: text }) {
      save.disabled = isSaving;
      field.setReadOnly(isSaving);
      setText(status, isSaving ? t('marks_saving') : '');
      setText(trouble, text);
      setText(save, text === '' ? t('marks_save') : t('marks_again'));
    },
  };
}

/** A word on what came of it, with one thing to do about it. */
export function statusContent(
  document: Document,
  said: { text: string; act: { name: string; onClick: () => void } | null; onClose: () => void },
): Content & { focus: () => void } {
  const status = element(document, ['p', { attributes: { role: 'status' } }]);
  // A live region is read out when it changes, not when it comes.
  document.defaultView?.setTimeout(() => {
    setText(status, said.text);
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
      element(document, ['button', { text: t('marks_close'), onClick: said.onClose }]),
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
    const text = comment === null || comment === '' ? t('marks_noComment') : comment;
    return element(
      document,
      ['div', { class: 'card' }],
      ...(isOneOfMany ? [quoted(document, quote)] : []),
      element(document, ['p', { text, attributes: { dir: directionOf(text) } }]),
    );
  });
  const which = element(document, ['p', { class: 'hint', attributes: { role: 'status' } }]);
  const remove = element(document, [
    'button',
    { text: t('marks_remove'), onClick: () => onRemove(at) },
  ]);
  const other = element(document, ['button', { text: t('marks_otherMark'), onClick: turn }]);
  const close = element(document, ['button', { text: t('marks_close'), onClick: onClose }]);
  const content = element(
    document,
    ['div', { class: 'box', attributes: { role: 'dialog', 'aria-label': t('marks_card') } }],
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
    setText(which, t('marks_which', { at: at + 1, count: marks.length }));
  }
}

function quoted(document: Document, text: string): HTMLElement {
  const shown = shortened(text, longestShown);
  return element(document, [
    'blockquote',
    { text: shown, attributes: { dir: directionOf(shown), 'aria-label': t('marks_quote') } },
  ]);
}

/** As `dir=auto` would have it, which sees no words that the style draws: by the first letter. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const isRightToLeft = /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text);
  return isRightToLeft ? 'rtl' : 'ltr';
}

/** In pixels: whole lines are seen, and the space around them does not scroll with them. */
const line = 20;
const space = 7;
const edge = 1;

/** As many lines are seen at first, and at most; fewer in a window that is lower than so many pixels for each. */
const fewestLines = 3;
const mostLines = 9;
const windowFor = 64;

/** By properties, which no policy of the page forbids. */
const colours =
  'background: light-dark(#ffffff, #1a1815); color: light-dark(#241f19, #f2ece1); color-scheme: light dark;';
const aroundLook = `box-sizing: border-box; display: block; block-size: 100vh; padding-block: ${space}px; cursor: text; ${colours}`;
const look = `box-sizing: border-box; display: block; inline-size: 100%; margin: 0; padding: 0 8px; border: 0;
  outline: none; resize: none; font: 14px/${line}px system-ui, sans-serif; overflow-wrap: anywhere; ${colours}`;

type Field = {
  frame: HTMLIFrameElement;
  value: () => string;
  /** Once the frame stands in the page; false where it cannot be written into. */
  focus: () => boolean;
  setReadOnly: (isReadOnly: boolean) => void;
  /** How many pixels higher it may become. */
  growth: () => number;
};

type FieldParts = {
  label: string;
  value: string;
  onKey: (event: KeyboardEvent) => void;
  /** Its height has changed. */
  onGrown: () => void;
};

function createField(document: Document, { label, value, onKey, onGrown }: FieldParts): Field {
  const text = element(document, [
    'textarea',
    { attributes: { dir: 'auto', 'aria-label': label } },
  ]);
  text.style.cssText = look;
  text.value = value;
  for (const type of ['keydown', 'keyup'] as const) text.addEventListener(type, onKey);
  text.addEventListener('input', fit);
  // The browser brings the caret into sight, which is less than its line.
  text.addEventListener('scrollend', () => {
    text.scrollTop = Math.round(text.scrollTop / line) * line;
  });
  // A press beside the lines is one on the field as well.
  const around = element(document, ['label', {}], text);
  around.style.cssText = aroundLook;
  const frame = element(document, ['iframe', { attributes: { title: label } }]);
  for (const type of ['focus', 'blur'] as const)
    text.addEventListener(type, () => frame.classList.toggle('active', type === 'focus'));
  let height = 0;
  setHeight(linesIn().fewest);
  // Firefox may put another document into a new frame a moment after it came.
  frame.addEventListener('load', () => {
    if (text.ownerDocument !== document) focus();
  });

  function focus(): boolean {
    const inner = frame.contentDocument;
    if (inner === null) return false;
    if (text.ownerDocument !== inner) {
      inner.body.style.margin = '0';
      inner.documentElement.style.cssText = colours;
      inner.body.append(around);
      inner.defaultView?.addEventListener('resize', fit);
      fit();
    }
    text.focus({ preventScroll: true });
    return true;
  }

  /** As high as its lines, between the fewest and the most. */
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
    if (!isFirst) onGrown();
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
    setReadOnly: (isReadOnly) => {
      text.readOnly = isReadOnly;
    },
    growth: () => heightOf(linesIn().most) - height,
  };
}

function heightOf(lines: number): number {
  return lines * line + 2 * (space + edge);
}

/** Says what went wrong and what to do about it. */
export function errorText(code: AppErrorCode): string {
  return errorTexts[code] ?? t('marks_troubleOf');
}

const errorTexts: Partial<Record<AppErrorCode, string>> = {
  'selection.empty': t('marks_troubles_selectionEmpty'),
  'page.too-large': t('marks_troubles_pageTooLarge'),
  'page.gone': t('marks_troubles_pageGone'),
  'connection.none': t('marks_troubles_homeNone'),
  'connection.no-memory': t('marks_troubles_homeNoMemory'),
  'save.sent': t('marks_troubles_saveSent'),
  'storage.full': t('marks_troubles_storageFull'),
  'storage.failed': t('marks_troubles_storageFailed'),
  'memory.not-offered': t('marks_troubles_memoryNotOffered'),
  'memory.unauthorized': t('marks_troubles_memoryUnauthorized'),
  'message.unanswered': t('marks_troubles_messageUnanswered'),
  'message.refused': t('marks_troubles_messageRefused'),
};

type Parts = {
  class?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  /** For an act of the person alone: what a script made up is not heard. */
  onClick?: () => void;
};

function element<N extends keyof HTMLElementTagNameMap>(
  document: Document,
  [name, parts]: readonly [N, Parts],
  ...children: readonly Node[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  if (parts.class !== undefined) made.className = parts.class;
  if (parts.text !== undefined) setText(made, parts.text);
  for (const [key, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(key, value);
  const { onClick } = parts;
  if (onClick !== undefined) {
    made.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) onClick();
    });
  }
  made.append(...children);
  return made;
}

/** Puts words into an element in place of those it has. */
function setText(speaker: HTMLElement, words: string): void {
  speaker.dataset['words'] = words;
}
