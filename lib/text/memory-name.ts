/** Matches invisible characters: joiners, direction marks, soft hyphens, variation selectors (UAX #44). */
const invisible = /(?!\t|\n|\r)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** Matches regional flags, which differ only in invisible tags. */
const taggedFlag = /\u{1F3F4}[\u{E0020}-\u{E007F}]+/gu;
const blanks = /[\s\u2800]+/gu;

/** Returns a key that is equal for names that look alike. Don't display it: Persian and emoji need their joiners. */
export function memoryNameKey(name: string): string {
  return name
    .replace(taggedFlag, spelledOut)
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(blanks, ' ')
    .trim()
    .toLowerCase();
}

export function findNamed<Memory extends { name: string }>(
  name: string,
  memories: readonly Memory[],
): Memory | undefined {
  const wanted = memoryNameKey(name);
  return memories.find((memory) => memoryNameKey(memory.name) === wanted);
}

export function isBlankName(name: string): boolean {
  return memoryNameKey(name) === '';
}

function spelledOut(flag: string): string {
  return flag.replace(/[\u{E0020}-\u{E007E}]/gu, (tag) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  );
}
