/** Stores consents and grants, sealed together with the addresses their secrets are sent to. */
import * as z from 'zod/mini';
import { parseJson } from '../memory-client/response-body.ts';
import { consentSlot } from './credential-slot.ts';
import type { Vault } from './vault.ts';

/** `resource` is missing once the grant has ended. */
type StoredGrant = { connectionId: string; resource?: string };

/** Stores pending consents, which are worthless once the browser closes. */
export function createConsentStore(vault: Vault) {
  return {
    read: (connectionId: string): Promise<unknown> =>
      readSealed(vault, { connectionId, kind: 'consent' }),

    waitedFor: (): Promise<string[]> => vault.connectionsWith('consent'),

    async write(consent: { connectionId: string; resource: string }): Promise<void> {
      const secret = JSON.stringify(consent);
      await vault.store(consentSlot(consent, 'consent'), { secret, until: 'session' });
    },

    async remove(connectionId: string): Promise<void> {
      await vault.revise({ connectionId, kind: 'consent' }, () => null);
    },
  };
}

/** Stores grants until the person removes the connection. */
export function createGrantStore(vault: Vault) {
  return {
    read: (connectionId: string): Promise<unknown> =>
      readSealed(vault, { connectionId, kind: 'tokens' }),

    /**
     * Writes `next`, or removes the grant if it's null, but only while the stored access token is `expected`; otherwise
     * returns false. If `expected` is undefined, any token matches and the grant becomes a new credential.
     */
    replace(
      connectionId: string,
      expected: string | undefined,
      next: StoredGrant | null,
    ): Promise<boolean> {
      return vault.revise({ connectionId, kind: 'tokens' }, (current) => {
        const held = z.safeParse(heldSchema, parseJson(current?.secret ?? '')).data;
        if (expected !== undefined && held?.accessToken !== expected) return 'keep';
        if (next === null) return null;
        const { resource } = next;
        const slot =
          resource === undefined
            ? current?.slot
            : consentSlot({ connectionId: next.connectionId, resource }, 'tokens');
        if (slot === undefined) return null;
        const secret = JSON.stringify(next);
        return expected === undefined || current === null
          ? { slot, secret, until: 'persistent' }
          : { slot, secret, until: current.until, id: current.id };
      });
    },
  };
}

async function readSealed(vault: Vault, place: Parameters<Vault['find']>[0]): Promise<unknown> {
  const found = await vault.find(place);
  if (found.ok) return parseJson(found.value.secret);
  if (found.error.code === 'storage.failed') throw new Error('storage.failed');
  return undefined;
}

const heldSchema = z.object({ accessToken: z.string() });
