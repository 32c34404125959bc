/** Consents and grants of read-only connections in the vault: sealed whole, with the addresses their secrets go to. */
import * as z from 'zod/mini';
import { consentSlot } from '../core/connections/credential-slot.ts';
import type { Vault } from './vault.ts';

/** What is said of a grant that has ended holds no resource: it stays where the grant stood. */
type StoredGrant = { connectionId: string; resource?: string };

/** A pending consent is worth nothing once the browser was closed over it. */
export function createConsentStore(vault: Vault) {
  return {
    /** Undefined where none is waited for, or it can no longer be read. */
    read: (connectionId: string): Promise<unknown> =>
      readSealed(vault, { connectionId, kind: 'consent' }),

    waitedFor: (): Promise<string[]> => vault.connectionsWith('consent'),

    async write(consent: { connectionId: string; resource: string }): Promise<void> {
      const secret = JSON.stringify(consent);
      await vault.store(consentSlot(consent, 'consent'), { secret, until: 'browser-closes' });
    },

    async remove(connectionId: string): Promise<void> {
      await vault.revise({ connectionId, kind: 'consent' }, () => null);
    },
  };
}

/** A consent is kept until the person forgets it. */
export function createGrantStore(vault: Vault) {
  return {
    /** Undefined where there is none, or it can no longer be read. */
    read: (connectionId: string): Promise<unknown> =>
      readSealed(vault, { connectionId, kind: 'tokens' }),

    /**
     * Writes `next`, or removes where it is null, only while the access token of what is stored is `expected`; false
     * where it is not. Undefined takes whatever is stored, and makes a new credential of it.
     */
    replace(
      connectionId: string,
      expected: string | undefined,
      next: StoredGrant | null,
    ): Promise<boolean> {
      return vault.revise({ connectionId, kind: 'tokens' }, (current) => {
        const isExpected =
          expected === undefined ||
          (current !== null && accessTokenOf(current.secret) === expected);
        if (!isExpected) return 'keep';
        if (next === null) return null;
        const slot = slotFor(next) ?? current?.slot;
        if (slot === undefined) return null;
        const secret = JSON.stringify(next);
        return expected === undefined || current === null
          ? { slot, secret, until: 'forget' }
          : { slot, secret, until: current.until, id: current.id };
      });
    },
  };
}

function slotFor({ connectionId, resource }: StoredGrant) {
  return resource === undefined ? null : consentSlot({ connectionId, resource }, 'tokens');
}

async function readSealed(vault: Vault, place: Parameters<Vault['find']>[0]): Promise<unknown> {
  const found = await vault.find(place);
  if (found.ok) return parseJson(found.value.secret);
  if (found.error.code === 'storage.failed') throw new Error('storage.failed');
  return undefined;
}

const heldSchema = z.object({ accessToken: z.string() });

function accessTokenOf(secret: string): string | null {
  const held = z.safeParse(heldSchema, parseJson(secret));
  return held.success ? held.data.accessToken : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever reads it checks it, and the words of the error hold the text.
    return undefined;
  }
}
