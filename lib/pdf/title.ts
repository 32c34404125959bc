/** What a PDF is called: many files carry the name of the program's draft where their title belongs. */
import { lastPartOf } from '../core/address-name.ts';

const noTitle =
  /^(?:untitled|unbenannt|sans titre|no title|title|document\d*|microsoft word\s*-.*|.*\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|odt|rtf|qxd|ps|html?)|\/.*|[a-z]+:\S*|[^\p{L}\p{N}]*)$/iu;

/** The title that the file gives; null where it gives none that a person wrote. */
export function givenTitleOf(title: unknown): string | null {
  if (typeof title !== 'string') return null;
  const words = title.replace(/\s+/g, ' ').trim();
  return noTitle.test(words) ? null : words;
}

/** The name of the file at an address, or else its site; never empty for an address of the web. */
export function nameOfPdf(url: string): string {
  const address = URL.parse(url);
  if (address === null) return '';
  return (
    lastPartOf(address)
      .replace(/\.pdf$/i, '')
      .trim() || address.hostname
  );
}
