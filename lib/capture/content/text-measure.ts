export type TextMeasure = {
  /** Runs of letters and digits; each Chinese or Japanese character counts as one. */
  words: number;
  digits: number;
  /** Upper-case letters of the Latin, Greek and Cyrillic scripts. */
  capitals: number;
  commas: number;
  /** Full stops, question and exclamation marks at the end of a word. */
  sentences: number;
};

export function measureText(text: string): TextMeasure {
  const measure: TextMeasure = { words: 0, digits: 0, capitals: 0, commas: 0, sentences: 0 };
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isIdeograph(code)) {
      measure.words++;
      isInWord = false;
    } else if (isWordCode(code)) {
      if (!isInWord) measure.words++;
      isInWord = true;
      if (code >= 48 && code <= 57) measure.digits++;
      else if (isCapital(code)) measure.capitals++;
    } else {
      isInWord = false;
      if (isComma(code)) measure.commas++;
      else if (isStop(code) && !isWithinWord(text, at)) measure.sentences++;
    }
  }
  return measure;
}

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

/** A dot between two letters or digits ends no sentence. */
function isWithinWord(text: string, at: number): boolean {
  return at + 1 < text.length && isWordCode(text.charCodeAt(at + 1));
}

/** Letters and digits. Outside ASCII, everything but whitespace, symbols and punctuation. */
function isWordCode(code: number): boolean {
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

/** Kana and Chinese characters, each counted as a word. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code < 0x3100) ||
    (code >= 0x3400 && code < 0xa000) ||
    (code >= 0xf900 && code < 0xfb00)
  );
}

function isCapital(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 0xc0 && code <= 0xde) ||
    (code >= 0x391 && code <= 0x3a9) ||
    (code >= 0x400 && code <= 0x42f)
  );
}

function isComma(code: number): boolean {
  return code === 44 || code === 59 || code === 0x3001 || code === 0xff0c;
}

function isStop(code: number): boolean {
  return (
    code === 46 ||
    code === 33 ||
    code === 63 ||
    code === 0x2026 ||
    code === 0x3002 ||
    code === 0xff01 ||
    code === 0xff1f
  );
}
