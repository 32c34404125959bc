import { describe, expect, it } from 'vitest';
import { envelope, refuse, type RefusalKind } from './refusal.ts';

const kinds: [RefusalKind, number, string][] = [
  ['invalid', 400, 'validation'],
  ['unauthenticated', 401, 'unauthenticated'],
  ['unauthorized', 403, 'unauthorized'],
  ['unknown', 404, 'not_found'],
  ['conflict', 409, 'conflict'],
  ['malformed', 422, 'validation'],
  ['incapable', 422, 'capability_unavailable'],
  ['limited', 429, 'rate_limited'],
  ['busy', 429, 'turns_exhausted'],
  ['internal', 500, 'internal'],
];

describe('envelope', () => {
  it.each(kinds)('writes %s as %i %s, with all five fields', async (kind, status, code) => {
    const response = envelope(refuse(kind, 'No.', { a: 1 }).error, 'trace');

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      code,
      message: 'No.',
      details: { a: 1 },
      retryable: status === 429 || status === 500,
      trace_id: 'trace',
    });
  });

  it.each(kinds)('sends no Retry-After with %s', (kind) => {
    expect(envelope(refuse(kind, 'No.').error, 'trace').headers.has('retry-after')).toBe(false);
  });
});
