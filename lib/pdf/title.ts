/** What a PDF is called: many files carry the name of the program's draft where their title belongs. */

const noTitle =
  /^(?:untitled|unbenannt|sans titre|no title|title|document\d*|microsoft word\s*-.*|.*\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|odt|rtf|qxd|ps|html?)|\/.*|[^\p{L}\p{N}]*)$/iu;

/** The title that the file gives; null where it gives none that a person wrote. */
export function givenTitleOf(title: unknown): string | null {
  if (typeof title !== 'string') return null;
  const words = title.replace(/\s+/g, ' ').trim();
  return noTitle.test(words) ? null : words;
}

/** The name of the file at an address, or else its site; never empty for an address of the web. */
export function nameInAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname, hostname } = new URL(url);
  const name = pathname.split('/').findLast((part) => part !== '') ?? '';
  return (
    decoded(name)
      .replace(/\.pdf$/i, '')
      .trim() || hostname
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // Not every address is encoded well.
  }
}
