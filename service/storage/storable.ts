/** Replaces what a database can't store as text: U+0000 and unpaired surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
