/** Forms that make something which is shown once: each is taken once, and loading its answer again makes nothing. */
import { html } from 'hono/html';
import type { OwnerSession } from '../auth/owner-session.ts';
import type { Html } from './layout.ts';

/** Ids remembered; by the time that many forms were sent, no browser sends the oldest again. */
const REMEMBERED = 10_000;
const FORM_ID = /^[\da-f-]{36}$/;

export interface SentForms {
  /** Takes a form's id up; false where the session sent it before, or where it is none. */
  take(session: OwnerSession, id: string | null): boolean;
}

/** Remembers the forms sent since the service was started. */
export function createSentForms(): SentForms {
  const sent = new Set<string>();
  return {
    take({ formToken }, id) {
      if (id === null || !FORM_ID.test(id)) return false;
      const form = `${formToken} ${id}`;
      if (sent.has(form)) return false;
      sent.add(form);
      const [oldest] = sent;
      if (sent.size > REMEMBERED && oldest !== undefined) sent.delete(oldest);
      return true;
    },
  };
}

/** The hidden field that tells one drawing of a form from the next. */
export function formIdField(): Html {
  return html`<input
    type="hidden"
    name="form_id"
    value="${crypto.randomUUID()}"
    autocomplete="off"
  />`;
}
