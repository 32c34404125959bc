/** The tokens of a consent, as long as it lasts. */
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { consentError } from './errors.ts';
import { inStorage } from './storage.ts';
import { grantSchema, type GrantStore, type LiveGrant } from './stored.ts';

/** Fails with `consent.ended` where there are none, or cannot be read. */
export async function readLive(
  connectionId: string,
  grants: GrantStore,
): Promise<Result<LiveGrant, ConsentError>> {
  const stored = await inStorage(() => grants.read(connectionId));
  if (!stored.ok) return stored;
  const grant = grantSchema.safeParse(stored.value);
  return grant.success && grant.data.status === 'live'
    ? ok(grant.data)
    : err(consentError('consent.ended'));
}
