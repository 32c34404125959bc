/** The names of Memories: which of them are one, and which say nothing. */

/** Nothing is drawn for these by themselves: joiners, marks of direction, soft hyphens, variation selectors (UAX #44). */
const invisible = /(?!\t|\n|\r)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** The flag of a part of a country is told from another by tags alone. */
const taggedFlag = /\u{1F3F4}[\u{E0020}-\u{E007F}]+/gu;
/** The blank of Braille is drawn as nothing, too. */
const blanks = /[\s\u2800]+/gu;

/**
 * What a name is known by: two that look alike are one. Only compare by it, and keep the name as it was typed: Persian
 * and emoji need the joiners that do not count here.
 */
export function memoryNameKey(name: string): string {
  return name
    .replace(taggedFlag, spelledOut)
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(blanks, ' ')
    .trim()
    .toLowerCase();
}

/** Gives the Memory that is known by this name. */
export function findNamed<Memory extends { name: string }>(
  name: string,
  memories: readonly Memory[],
): Memory | undefined {
  const wanted = memoryNameKey(name);
  return memories.find((memory) => memoryNameKey(memory.name) === wanted);
}

/** Whether nothing can be seen of a name. */
export function isBlankName(name: string): boolean {
  return memoryNameKey(name) === '';
}

function spelledOut(flag: string): string {
  return flag.replace(/[\u{E0020}-\u{E007E}]/gu, (tag) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  );
}
