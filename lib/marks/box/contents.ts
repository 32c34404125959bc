/** What is shown in the page: the selection's buttons, the box for a note, what came of it, and the card of a mark. */
import { markWords as words } from '../words.ts';
import { element } from './element.ts';

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
  comment: () => string;
  focus: () => void;
  /** Shows that it is being saved, or why it was not. */
  setState: (state: { isSaving: boolean; trouble: string }) => void;
};

export function noteContent(
  document: Document,
  { quote, onSave, onCancel }: { quote: string; onSave: () => void; onCancel: () => void },
): NoteContent {
  const comment = element(document, ['textarea', { attributes: { rows: '3', dir: 'auto' } }]);
  const save = element(document, ['button', { class: 'first', text: words.save, onClick: onSave }]);
  const cancel = element(document, ['button', { text: words.cancel, onClick: onCancel }]);
  const status = element(document, ['p', { class: 'status', attributes: { role: 'status' } }]);
  const trouble = element(document, ['p', { class: 'trouble', attributes: { role: 'alert' } }]);
  const content = element(
    document,
    ['div', { class: 'box wide', attributes: { role: 'dialog', 'aria-label': words.box } }],
    element(document, ['h2', { text: words.box }]),
    quoted(document, quote),
    element(document, ['label', {}], element(document, ['span', { text: words.comment }]), comment),
    trouble,
    element(document, ['div', { class: 'row' }], save, cancel, status),
    element(document, ['p', { class: 'hint', text: words.keys }]),
  );
  return {
    content,
    comment: () => comment.value,
    focus: () => comment.focus({ preventScroll: true }),
    setState({ isSaving, trouble: text }) {
      save.disabled = isSaving;
      comment.readOnly = isSaving;
      status.textContent = isSaving ? words.saving : '';
      trouble.textContent = text;
      save.textContent = text === '' ? words.save : words.again;
    },
  };
}

/** A word on what came of it, with one thing to do about it. */
export function saidContent(
  document: Document,
  said: { text: string; act: { name: string; onClick: () => void } | null; onClose: () => void },
): Content & { say: (text: string) => void } {
  const status = element(document, ['p', { attributes: { role: 'status' } }]);
  // A live region is read out when it changes, not when it comes.
  document.defaultView?.setTimeout(() => {
    if (status.textContent === '') status.textContent = said.text;
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
  return {
    content,
    say: (text) => {
      status.textContent = text;
    },
  };
}

export function cardContent(
  document: Document,
  card: { comment: string | null; onRemove: () => void; onClose: () => void },
): Content & { focus: () => void } {
  const remove = element(document, ['button', { text: words.remove, onClick: card.onRemove }]);
  const comment = card.comment ?? '';
  const text = comment === '' ? words.noComment : comment;
  const content = element(
    document,
    ['div', { class: 'box', attributes: { role: 'dialog', 'aria-label': words.card } }],
    element(document, ['p', { text, attributes: { dir: 'auto' } }]),
    element(
      document,
      ['div', { class: 'row' }],
      remove,
      element(document, ['button', { text: words.close, onClick: card.onClose }]),
    ),
  );
  return { content, focus: () => remove.focus({ preventScroll: true }) };
}

function quoted(document: Document, text: string): HTMLElement {
  const isLong = text.length > longestShown;
  const shown = isLong ? `${text.slice(0, longestShown).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
  return element(document, [
    'blockquote',
    { text: shown, attributes: { dir: 'auto', 'aria-label': words.quote } },
  ]);
}
