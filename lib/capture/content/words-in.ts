/** Counts words; each Chinese or Japanese character counts as one. */
export function wordsIn(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isIdeograph(code)) {
      words++;
      isInWord = false;
    } else {
      const isWord = isWordCode(code);
      if (isWord && !isInWord) words++;
      isInWord = isWord;
    }
  }
  return words;
}

/** Matches letters, digits and `_`; outside ASCII, everything but whitespace, symbols and punctuation. */
export function isWordCode(code: number): boolean {
  if (code < 128) {
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95
    );
  }
  if (code < 0xc0) return false;
  if (code >= 0x2000 && code < 0x2c00) return false;
  return !(code >= 0x3000 && code < 0x3040) && !(code >= 0xff00 && code < 0xff10);
}

export function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code < 0x3100) ||
    (code >= 0x3400 && code < 0xa000) ||
    (code >= 0xf900 && code < 0xfb00)
  );
}
