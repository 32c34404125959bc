/** What goes wrong in OAuth, in its own words rather than the contract's: clients branch on them. */

export type OauthError =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

export interface OauthFailure {
  readonly error: OauthError;
  /** A sentence for whoever writes the client; in ASCII, without quotation marks. */
  readonly description: string;
}

/** Makes the error side of an answer. */
export function fail(
  error: OauthError,
  description: string,
): { readonly ok: false; readonly error: OauthFailure } {
  return { ok: false, error: { error, description: description.replaceAll('"', "'") } };
}

const STATUSES: Partial<Record<OauthError, number>> = {
  invalid_client: 401,
  temporarily_unavailable: 429,
};

/** Writes a failure as RFC 6749 (section 5.2) and RFC 7591 (section 3.2.2) want it. */
export function failureAnswer({ error, description }: OauthFailure): Response {
  const status = STATUSES[error] ?? 400;
  return jsonAnswer({ error, error_description: description }, status);
}

/** Writes JSON that nobody on the way may keep. */
export function jsonAnswer(body: unknown, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  });
}
