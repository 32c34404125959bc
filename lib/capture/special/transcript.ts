/** Finds the words of a video where the page has them. */

/** Gives the transcript as Markdown paragraphs, each with its time; null where the page has none. */
export async function transcriptOf(
  _document: Document,
  _fetchText: (url: string) => Promise<string | null>,
): Promise<string | null> {
  return null;
}
