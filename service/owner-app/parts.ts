/** Pieces that several pages are made of. */
import { html } from 'hono/html';
import type { OwnerSession } from '../auth/owner-session.ts';
import { formIdField } from './form-ids.ts';
import { formTokenField, type Html } from './layout.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const fullFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A name or another text of somebody's, which is read in its own direction and turns nothing around it. */
export function named(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Several of them, as a list in a line. */
export function namedAll(texts: readonly string[]): Html {
  return html`${texts.map((text, index) => html`${index === 0 ? '' : ', '}${named(text)}`)}`;
}

/** The last characters of a token, which are read from the left wherever they stand. */
export function tokenEnd(lastFour: string): Html {
  return html`<bdi dir="ltr">…${lastFour}</bdi>`;
}

/** Writes a time as people say it; the exact one stands behind it. */
export function time(iso: string, now: number): Html {
  const at = Date.parse(iso);
  const exact = `${fullFormat.format(at)} UTC`;
  return html`<time datetime="${iso}" title="${exact}">${inWords(at, now)}</time>`;
}

function inWords(at: number, now: number): string {
  const ago = now - at;
  if (ago < 0 || ago >= 7 * DAY_MS) return dateFormat.format(at);
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return count(Math.floor(ago / MINUTE_MS), 'minute', 'ago');
  if (ago < DAY_MS) return count(Math.floor(ago / HOUR_MS), 'hour', 'ago');
  return count(Math.floor(ago / DAY_MS), 'day', 'ago');
}

/** Counts in words, such as "1 note" and "2 notes". */
export function count(number: number, noun: string, after = ''): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'} ${after}`.trim();
}

export interface PostButton {
  readonly action: string;
  readonly label: string;
  /** Said to screen readers in place of the label, where several buttons of a page have the same. */
  readonly about?: string | Html;
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Whether the form is taken once alone. */
  readonly isOnce?: boolean;
}

/** A form that is nothing but its button. */
export function postButton(
  session: OwnerSession,
  { action, label, about, look = 'secondary', isOnce = false }: PostButton,
): Html {
  return html`<form method="post" action="${action}">
    ${formTokenField(session)}${isOnce ? formIdField() : ''}<button
      class="button"
      data-look="${look}"
      data-size="small"
    >
      ${label}${about === undefined ? '' : html`<span class="visually-hidden"> ${about}</span>`}
    </button>
  </form>`;
}

export interface Confirmation {
  readonly title: string | Html;
  readonly sentence: string | Html;
  readonly action: string;
  readonly label: string;
  /** Where to go instead. */
  readonly back: string;
}

/** The body of a page that asks before something cannot be undone. */
export function confirmation(session: OwnerSession, asked: Confirmation): Html {
  return html`<div class="card narrow">
    <h1>${asked.title}</h1>
    <p>${asked.sentence}</p>
    <form method="post" action="${asked.action}" class="row">
      ${formTokenField(session)}
      <button class="button" data-look="danger">${asked.label}</button>
      <a class="button" data-look="secondary" href="${asked.back}">Keep it</a>
    </form>
  </div>`;
}

/** What stands where there is nothing yet, and says what to do. */
export function empty(title: string, words: unknown): Html {
  return html`<div class="empty">
    <p class="empty-title">${title}</p>
    <p>${words}</p>
  </div>`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly type?: 'text' | 'url' | 'date' | 'password';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
}

/** A line to type in, with its label. */
export function field(shown: Field): Html {
  const { name, label, value = '', hint, type = 'text', maxLength, placeholder } = shown;
  return html`<label class="field"
    ><span class="label">${label}</span
    ><input
      class="input"
      type="${type}"
      name="${name}"
      value="${value}"
      dir="${type === 'text' ? 'auto' : 'ltr'}"
      autocomplete="off"
      ${shown.isRequired === true ? html`required` : ''}
      ${maxLength === undefined ? '' : html`maxlength="${maxLength}"`}
      ${placeholder === undefined ? '' : html`placeholder="${placeholder}"`}
    />${hint === undefined ? '' : html`<span class="hint">${hint}</span>`}</label
  >`;
}

export interface TextArea {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
}

/** Lines to type in, with their label. */
export function textArea(shown: TextArea): Html {
  const { name, label, value = '', rows = 3, maxLength = 2000, placeholder = '' } = shown;
  // The line break after the tag is not the text's: a browser drops the first one it finds there.
  return html`<label class="field"
    ><span class="label">${label}</span
    ><textarea
      class="input"
      name="${name}"
      dir="auto"
      rows="${rows}"
      maxlength="${maxLength}"
      placeholder="${placeholder}"
      ${shown.isRequired === true ? html`required` : ''}
    >
${value}</textarea>
  </label>`;
}

export interface Choice {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly value: string;
  readonly label: string | Html;
  readonly hint?: string;
  readonly isChecked: boolean;
}

/** One of several to choose. */
export function choice({ type, name, value, label, hint, isChecked }: Choice): Html {
  return html`<label class="choice"
    ><input type="${type}" name="${name}" value="${value}" ${isChecked ? html`checked` : ''} /><span
      ><span class="choice-label">${label}</span>${
        hint === undefined ? '' : html`<span class="hint">${hint}</span>`
      }</span
    ></label
  >`;
}
