/** Tokens: what a caller holds, and the digest that is kept of it. */

/** Says at a glance, to people and to scanners of leaked secrets, what it opens. */
const KEY_PREFIX = 'keepsake_';
const TOKEN_BYTES = 32;

/** Makes a token of 256 random bits; a key, unless the prefix says otherwise. */
export function createToken(prefix: string = KEY_PREFIX): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return prefix + base64Url(bytes);
}

/** Gives the SHA-256 of a token in hexadecimal; a token of so many random bits needs no slower digest. */
export async function digestOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Writes bytes in base64url without padding. */
export function base64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
