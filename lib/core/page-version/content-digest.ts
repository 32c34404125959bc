/** Names a text by what stands in it, so that the same version of a page is the same document. */

/** Gives the SHA-256 of the text's UTF-8, as 64 hexadecimal digits. */
export async function contentDigest(content: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
