import { html } from 'hono/html';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { OwnerSession } from '../auth/credentials.ts';
import { formTokenField, hidden, type Html } from './layout.ts';

/** Isolates the direction of a name or other user text, so that right-to-left text doesn't reorder what's around it. */
export function named(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Links to the page that a document or note came from, if any. */
export function linked(name: Html, url: string | null): Html {
  if (url === null) return name;
  return html`<a href="${url}" rel="noreferrer noopener" target="_blank">${name}</a>`;
}

export function namedAll(texts: readonly string[]): Html {
  return html`${texts.map((text, index) => html`${index === 0 ? '' : ', '}${named(text)}`)}`;
}

export function tokenEnd(lastFour: string): Html {
  return html`<bdi dir="ltr">…${lastFour}</bdi>`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const fullFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export function time(iso: string, now: number): Html {
  const at = Date.parse(iso);
  const exact = `${fullFormat.format(at)} UTC`;
  return html`<time datetime="${iso}" title="${exact}">${relativeTime(at, now)}</time>`;
}

function relativeTime(at: number, now: number): string {
  const ago = now - at;
  if (ago < 0 || ago >= 7 * DAY_MS) return dateFormat.format(at);
  if (ago < MINUTE_MS) return 'just now';
  if (ago < HOUR_MS) return `${count(Math.floor(ago / MINUTE_MS), 'minute')} ago`;
  if (ago < DAY_MS) return `${count(Math.floor(ago / HOUR_MS), 'hour')} ago`;
  return `${count(Math.floor(ago / DAY_MS), 'day')} ago`;
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

interface ButtonLook {
  /** Names the item for screen readers, because several buttons on a page may have the same label. */
  readonly about?: string | Html;
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

export function linkButton(href: string, label: string, { about, look }: ButtonLook = {}): Html {
  return html`<a class="button" data-look="${look ?? 'secondary'}" data-size="small" href="${href}"
    >${label}${aboutText(about)}</a
  >`;
}

function aboutText(about: string | Html | undefined): Html | '' {
  return about === undefined ? '' : html`<span class="visually-hidden"> ${about}</span>`;
}

interface PostButton extends ButtonLook {
  readonly action: string;
  readonly label: string;
  /** Adds a form id, for actions that must run once. */
  readonly isOnce?: boolean;
}

export function postButton(session: OwnerSession, button: PostButton): Html {
  const { action, label, about, look = 'secondary', isOnce = false } = button;
  return html`<form method="post" action="${action}">
    ${formTokenField(session)}${isOnce ? formIdField() : ''}<button
      class="button"
      data-look="${look}"
      data-size="small"
    >
      ${label}${aboutText(about)}
    </button>
  </form>`;
}

function formIdField(): Html {
  return hidden('form_id', crypto.randomUUID());
}

interface Form {
  readonly action: string;
  readonly fields: unknown;
  readonly submit: string;
  readonly cancel?: string;
  readonly isOnce?: boolean;
}

export function postForm(
  session: OwnerSession,
  { action, fields, submit, cancel, isOnce = false }: Form,
): Html {
  return html`<form method="post" action="${action}" class="fields">
    ${formTokenField(session)}${isOnce ? formIdField() : ''}${fields}
    <div class="row">
      <button class="button" data-look="primary">${submit}</button>
      ${
        cancel === undefined
          ? ''
          : html`<a class="button" data-look="secondary" href="${cancel}">Cancel</a>`
      }
    </div>
  </form>`;
}

export function newCard(session: OwnerSession, title: string, form: Form): Html {
  return html`<section class="card" aria-labelledby="new">
    <h2 id="new">${title}</h2>
    ${postForm(session, form)}
  </section>`;
}

export function empty(title: string, text: unknown): Html {
  return html`<div class="empty">
    <p class="empty-title">${title}</p>
    <p>${text}</p>
  </div>`;
}

export function list(items: readonly Html[], ifEmpty: Html): Html {
  return items.length === 0
    ? ifEmpty
    : html`<ul class="rows">
        ${items}
      </ul>`;
}

export function item(main: Html, actions: unknown): Html {
  return html`<li class="item">
    <div class="item-main">${main}</div>
    <div class="item-actions">${actions}</div>
  </li>`;
}

interface Secret extends Readonly<Record<'text' | 'label' | 'value' | 'next', string>> {
  readonly title: Html;
}

export function secretBody(shown: Secret): Html {
  return html`<div class="card narrow">
    <h1>${shown.title}</h1>
    <p>${shown.text}</p>
    <label class="field"
      ><span class="label">${shown.label}</span
      ><input
        class="input token"
        dir="ltr"
        readonly
        value="${shown.value}"
        autocomplete="off"
        spellcheck="false"
    /></label>
    <div class="row">
      <a class="button" data-look="primary" href="${shown.next}">${doneLabel}</a>
    </div>
  </div>`;
}

export const doneLabel = 'Done';

export function select(shown: {
  readonly name: string;
  readonly label: string | Html;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly selected: string;
}): Html {
  return html`<label class="field"
    >${shown.label}<select class="input" name="${shown.name}">
      ${shown.options.map(
        ([value, text]) =>
          html`<option
            dir="auto"
            value="${value}"
            ${value === shown.selected ? html`selected` : ''}
          >
            ${text}
          </option>`,
      )}
    </select></label
  >`;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  readonly type?: 'text' | 'url' | 'date' | 'password';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly rows?: number;
}

export function field(shown: Field): Html {
  const { name, label, value = '', hint, type = 'text', maxLength, placeholder, rows } = shown;
  const attributes = html`class="input" name="${name}" dir="${type === 'text' ? 'auto' : 'ltr'}"
  ${shown.isRequired === true ? html`required` : ''}
  ${maxLength === undefined ? '' : html`maxlength="${maxLength}"`}
  ${placeholder === undefined ? '' : html`placeholder="${placeholder}"`}`;
  const control =
    rows === undefined
      ? html`<input ${attributes} type="${type}" value="${value}" autocomplete="off" />`
      : html`<textarea ${attributes} rows="${rows}">${value}</textarea>`;
  return html`<label class="field"
    ><span class="label">${label}</span>${control}${hintText(hint)}</label
  >`;
}

function hintText(hint: string | undefined): Html | '' {
  return hint === undefined ? '' : html`<span class="hint">${hint}</span>`;
}

interface Choice {
  readonly type?: 'radio' | 'checkbox';
  readonly name: string;
  readonly value?: string;
  readonly label: string | Html;
  readonly hint?: string;
  readonly isChecked: boolean;
}

/** Renders a choice, by default a checkbox with the value `yes`. */
export function choice(shown: Choice): Html {
  const { type = 'checkbox', name, value = 'yes', label, hint, isChecked } = shown;
  return html`<label class="choice"
    ><input type="${type}" name="${name}" value="${value}" ${isChecked ? html`checked` : ''} /><span
      ><span class="choice-label">${label}</span>${hintText(hint)}</span
    ></label
  >`;
}

/** Renders radio buttons; `options` has their labels and hints by value. */
export function radios(
  name: string,
  options: Readonly<Record<string, Pick<Choice, 'label' | 'hint'>>>,
  chosen: string,
): Html[] {
  return Object.entries(options).map(([value, option]) =>
    choice({ ...option, type: 'radio', name, value, isChecked: value === chosen }),
  );
}

export function choices(legend: string, content: unknown): Html {
  return html`<fieldset class="choices">
    <legend class="label">${legend}</legend>
    ${content}
  </fieldset>`;
}

const reachOptions = {
  all: { label: 'All Memories', hint: 'Including ones you create later.' },
  some: { label: 'Only selected Memories' },
} as const;

interface ReachFields {
  readonly memories: readonly { readonly id: string; readonly name: string }[];
  readonly isAll: boolean;
  readonly ticked: readonly string[];
}

/** Name of the form field with the chosen Memories. */
export const reachField = 'container';

export function reachFields({ memories, isAll, ticked }: ReachFields): Html {
  const boxes = memories.map(({ id, name }) =>
    choice({ name: reachField, value: id, label: named(name), isChecked: ticked.includes(id) }),
  );
  return choices(
    'Can access',
    html`${radios('reach', reachOptions, isAll ? 'all' : 'some')}
      <div class="choices inner">
        ${boxes.length === 0 ? html`<p class="hint">You don’t have any Memories yet.</p>` : boxes}
      </div>`,
  );
}

/** Reads the reach fields. A contradiction is an error: picking the wider option would grant too much. */
export function reachIn(
  form: URLSearchParams,
  memories: readonly { readonly id: string }[],
): Result<'all' | string[], string> {
  const [all, some] = [reachOptions.all.label, reachOptions.some.label];
  const ticked = form.getAll(reachField);
  const chosen = memories.map(({ id }) => id).filter((id) => ticked.includes(id));
  switch (form.get('reach')) {
    case 'all':
      if (ticked.length === 0) return ok('all');
      return err(
        `You chose “${all}” and also selected Memories. Choose “${some}”, or clear the selection.`,
      );
    case 'some':
      if (chosen.length > 0) return ok(chosen);
      return err(`You chose “${some}”. Select at least one Memory.`);
    default:
      return err(`Choose “${all}” or “${some}”.`);
  }
}

export function profileChoice(isChecked: boolean): Html {
  return choice({
    name: 'profile',
    label: 'Read your profile',
    hint: 'Your standing facts and recent notes.',
    isChecked,
  });
}
