/** Reads what a form of the app sent. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { boundedBytes } from '../routes/body.ts';

/** A document's address may be long, and a rule; nothing that is typed here is longer. */
const MAX_FORM_BYTES = 256 * 1024;

/** Reads a form that was sent in the usual way, such as `name=A+note&level=read`. */
export async function readForm(request: Request): Promise<Result<URLSearchParams, Refusal>> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    return refuse('malformed', 'This is no form of the app.');
  }
  const bytes = await boundedBytes(request, MAX_FORM_BYTES);
  return bytes.ok ? ok(new URLSearchParams(new TextDecoder().decode(bytes.value))) : bytes;
}

/** Says whether nothing but space was typed. */
export function isLeftEmpty(text: string): boolean {
  return text.trim() === '';
}

/** Refuses a field that was left empty, by the label its reader sees. */
export function leftEmpty(label: string, whatToDo: string) {
  return refuse('invalid', `“${label}” is empty. ${whatToDo}`);
}

/** Forms send a line break as two characters. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n');
}

/** Gives a path of this service to go on to; anything else, such as another site's, becomes the first page. */
export function localPath(next: string | null | undefined): string {
  const path = next ?? '';
  // A browser reads a backslash as a slash and lets control characters go: "/\evil" and "/<tab>/evil" lead elsewhere.
  const isPath = /^\/(?!\/)[\x21-\x7e]*$/.test(path) && !path.includes('\\');
  return isPath ? path : '/app/memories';
}
