/** Tells the name of an author from what else stands on its line. */

const dates = [
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?\.?\s(?:de\s)?\p{L}{3,12}\.?,?\s(?:de\s)?\d{4}`,
  String.raw`\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,\s\d{4}`,
];
const fromDate = new RegExp(String.raw`(?:^|[\s,;·•|–—-])(?:${dates.join('|')})(?!\p{L}).*$`, 'u');

/** What led over to the date. */
const left = /[\s,;·•|–—-]+(?:(?:on|published|updated|am|le)[\s:]*)*$/i;

/** It has a word that no name has, and ends like a sentence: not with the stop of `Jr.` or `Inc.` */
const sentence = /\s\p{Ll}{4,}\s.*\p{L}{4,}[.!?]$|\s\p{Ll}{4,}[.!?]$/u;

/** Gives the name in a line of collapsed white space, without `by` and the date; empty where it holds none. */
export function authorName(line: string): string {
  const name = line.replace(/^by:?\s+/i, '').replace(fromDate, ' ').replace(left, '').trim();
  return sentence.test(name) ? '' : name;
}
