/** Matches right-to-left letters and characters that set a direction. */
const turning =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Keeps the direction of a text from affecting the text around it (Unicode Standard Annex #9). */
export function isolate(text: string): string {
  // Unbalanced closing characters would end the isolation early.
  return `\u2068${isPaired(text) ? text : text.replace(/[\u2066-\u2069]/gu, '')}\u2069`;
}

/** Isolates text in a left-to-right sentence, only if the text can affect the direction. */
export function isolateTurning(text: string): string {
  return turning.test(text) ? isolate(text) : text;
}

function isPaired(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character >= '\u2066' && character <= '\u2068') open += 1;
    else if (character === '\u2069') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}
