/** Seals secrets using AES-GCM with a non-extractable key, bound to their slot. */
import type { CredentialSlot, SealedCredential } from './model.ts';

const algorithm = 'AES-GCM';

export async function createSealingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Also checks that the key can't be exported. */
export function isSealingKey(value: unknown): value is CryptoKey {
  return value instanceof CryptoKey && value.algorithm.name === algorithm && !value.extractable;
}

export async function seal(secret: string, slot: CredentialSlot, key: CryptoKey) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(secret);
  const sealed = await crypto.subtle.encrypt(parametersOf(iv, slot), key, bytes);
  return { iv: toBase64(iv), sealed: toBase64(new Uint8Array(sealed)) };
}

/** Returns null for another slot or key, or a damaged row. */
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
    // All failures are handled the same way, and their messages must not be logged.
    return null;
  }
}

/** Includes the origin, so that a changed connection can't redirect a key. */
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
