/** Ids where `crypto.randomUUID` is not to be had, as it is not in a page of plain http. */

/** Gives the UUID (version 4) of 16 random bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
