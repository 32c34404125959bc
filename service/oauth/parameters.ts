/** Parameters of OAuth, from a query or a form. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { boundedBytes } from '../routes/body.ts';
import { fail, type OauthFailure } from './failure.ts';

const MAX_FORM_BYTES = 64 * 1024;
/** May be sent several times (RFC 8707), or are boxes of the consent page. */
const REPEATABLE = new Set(['resource', 'container']);

/** Reads a form of bounded size. */
export async function readForm(request: Request): Promise<Result<URLSearchParams, OauthFailure>> {
  const bytes = await boundedBytes(request, MAX_FORM_BYTES);
  if (!bytes.ok) return fail('invalid_request', bytes.error.message);
  return ok(new URLSearchParams(new TextDecoder().decode(bytes.value)));
}

/** Gives a parameter; one without a value counts as left out (RFC 6749, section 3.1). */
export function valueOf(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  return value === null || value === '' ? undefined : value;
}

/** Names a parameter that was sent twice though it may be sent once. */
export function repeatedIn(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find(
    (name) => !REPEATABLE.has(name) && parameters.getAll(name).length > 1,
  );
}
