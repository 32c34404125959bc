/** How a credential is sealed: AES-GCM under a key that cannot be exported, bound to the place it is sealed for. */
import * as z from 'zod/mini';
import {
  type CredentialSlot,
  credentialKindSchema,
  keptUntilSchema,
} from '../contracts/connections.ts';

/** A row of the vault. Binary parts are base64, so that it can stand in either place of storage. */
export const sealedCredentialSchema = z.object({
  connectionId: z.string(),
  kind: credentialKindSchema,
  /** Told here, and proved by the seal. */
  origin: z.string(),
  /** Another value for every credential that is stored, also in the same place. */
  credentialId: z.string(),
  iv: z.string(),
  sealed: z.string(),
  lastFour: z.nullable(z.string()),
  storedAt: z.number(),
  until: keptUntilSchema,
});
export type SealedCredential = z.infer<typeof sealedCredentialSchema>;

const algorithm = 'AES-GCM';

/** Makes the key of a vault. */
export async function createSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Whether a stored value is a key of ours that still keeps itself. */
export function isSealingKey(value: unknown): value is CryptoKey {
  return value instanceof CryptoKey && value.algorithm.name === algorithm && !value.extractable;
}

/** Seals under an initialisation vector that was never used before. */
export async function seal(secret: string, slot: CredentialSlot, key: CryptoKey) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(secret);
  const sealed = await crypto.subtle.encrypt(parametersOf(iv, slot), key, bytes);
  return { iv: toBase64(iv), sealed: toBase64(new Uint8Array(sealed)) };
}

/** Null where the row was sealed for another place, with another key, or is damaged. */
export async function unseal(
  row: Pick<SealedCredential, 'iv' | 'sealed'>,
  slot: CredentialSlot,
  key: CryptoKey,
): Promise<string | null> {
  try {
    const parameters = parametersOf(fromBase64(row.iv), slot);
    const opened = await crypto.subtle.decrypt(parameters, key, fromBase64(row.sealed));
    return new TextDecoder().decode(opened);
  } catch {
    // Every cause means the same, and none of their words may reach a log.
    return null;
  }
}

/** The origin too: settings can be written to by more than the background, and must not lead a key astray. */
function parametersOf(iv: Uint8Array<ArrayBuffer>, slot: CredentialSlot): AesGcmParams {
  const place = JSON.stringify([slot.connectionId, slot.origin, slot.kind]);
  return { name: algorithm, iv, additionalData: new TextEncoder().encode(place) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
