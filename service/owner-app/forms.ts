import { ok, type Result } from '../../lib/contract/result.ts';
import type { OwnerSession } from '../auth/credentials.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { boundedBytes } from '../rest.ts';

/** Limit for all fields of a form, without a file. Rules and URLs can be long; no other field comes near this. */
export const MAX_FORM_BYTES = 256 * 1024;

export async function readForm(request: Request): Promise<Result<URLSearchParams, Refusal>> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    return refuse('malformed', 'The request isn’t a form of this app.');
  }
  const bytes = await boundedBytes(request, MAX_FORM_BYTES);
  return bytes.ok ? ok(new URLSearchParams(new TextDecoder().decode(bytes.value))) : bytes;
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function required(label: string, whatToDo: string) {
  return refuse('invalid', `“${label}” is empty. ${whatToDo}`);
}

/** Returns the text of a field, with line breaks as `\n`: browsers send them as `\r\n`. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n');
}

/** Returns the path if it's on this service. Anything else, such as another site's URL, becomes the first page. */
export function localPath(next: string | null | undefined): string {
  const path = next ?? '';
  // Browsers read a backslash as a slash and ignore control characters: "/\evil" and "/<tab>/evil" leave the site.
  const isPath = /^\/(?!\/)[\x21-\x7e]*$/.test(path) && !path.includes('\\');
  return isPath ? path : '/app/memories';
}

const REMEMBERED = 10_000;
const FORM_ID = /^[\da-f-]{36}$/;

export type SentForms = ReturnType<typeof createSentForms>;

/** Tracks forms whose response shows a secret: reloading the response must not create another secret. */
export function createSentForms() {
  const sent = new Set<string>();
  return {
    /** Records a form's id; returns false if this session sent it before, or if it isn't an id. */
    take({ formToken }: OwnerSession, id: string | null): boolean {
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
