/** The word that stands above an advertisement, and stays where the advertisement is blocked or did not come. */
import type { Block } from './page-blocks.ts';

/** Whether a block says no more than that an advertisement is here; as a heading, an item or a cell it is a word of the text. */
export function isAdLabel({ text, section }: Block): boolean {
  if (text.length > longest || /^(?:h\d|li|d[dt]|t[dh])$/.test(section.element.localName))
    return false;
  return label.test(text.replace(/[\s!-/:-@[\]–—·•…]+/g, ' ').trim());
}

const longest = 70;

/** Alone, or with the word that the text goes on below; without signs. */
const label =
  /^((article|story) continues (after|below) (the |this )?)?(advertisements?|ad|anzeige|werbung|publicité|publicidade?|pubblicità|advertentie|reklama?|広告|广告|إعلان)( ((article |story )?continue|scroll).*)?$/i;
