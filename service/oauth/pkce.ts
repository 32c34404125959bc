/** Proof Key for Code Exchange (RFC 7636), with S256 alone. */
import { base64Url } from '../auth/token.ts';

const VERIFIER = /^[\w.~-]{43,128}$/;
/** A SHA-256 in base64url, without padding. */
const CHALLENGE = /^[\w-]{43}$/;

export function isVerifier(text: string): boolean {
  return VERIFIER.test(text);
}

export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/** Gives the challenge that a verifier answers. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}
