/** How the words of a note begin, by which it is told from other notes of its page. */
import { cutText } from '../text/cut-text.ts';

/** As much as two lines of a list hold, in UTF-16 code units. */
const longest = 120;

/** Gives the first words in one line, cut between two of them where there is a gap, with the cut shown. */
export function openingOf(text: string): string {
  // Far more than is shown, so that a long selection is not gone through for its beginning.
  const line = text
    .trimStart()
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line.toWellFormed();
  const start = cutText(line, longest - 1);
  const gap = start.lastIndexOf(' ');
  return `${gap > longest / 2 ? start.slice(0, gap) : start}…`;
}
