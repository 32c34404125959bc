/** Where a page begins, while its text is being shaped: signs of nobody's, which are taken out of the text itself before. */

export const markEnd = '\uE001';

/** Stands before the first words of a page. */
export function pageMark(page: number): string {
  return `\uE000${page}${markEnd}`;
}

export const pageMarks = /\uE000(\d+)\uE001/g;
export const beginsPage = /^\uE000\d+\uE001/;
