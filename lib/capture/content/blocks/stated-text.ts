/** Gathers what a page tells machines of its own text: in JSON-LD, in the meta elements of its head. */

/** Stretches of lower-case text with single spaces. */
export type StatedText = {
  /** The whole text: `articleBody`, `text`, `reviewBody`. */
  body: string;
  /** What it is about: descriptions, headlines, names, answers. The shipped model asks neither for this nor the next. */
  summary: () => string;
  description: () => string;
  /** Names of types, such as `Product`. */
  types: ReadonlySet<string>;
};

/** Longer data is a catalogue, not the text of a page. */
const longestData = 400_000;
const longestText = 60_000;

/** Reads the head and the data of a copied page; what cannot be read is passed over. */
export function statedTextOf(document: Document): StatedText {
  const found = { body: '', summary: '', types: new Set<string>() };
  for (const script of Array.from(
    document.querySelectorAll('script[type="application/ld+json"]'),
  )) {
    const source = script.textContent;
    if (source.length > longestData) continue;
    try {
      gather(JSON.parse(source), found);
    } catch {
      // Many sites build their data by hand, with broken quotes.
    }
  }
  const meta = document.querySelector(
    'meta[name=description i], meta[property="og:description" i]',
  );
  return {
    body: plain(found.body),
    types: found.types,
    summary: once(() => plain(found.summary)),
    description: once(() => plain(meta?.getAttribute('content') ?? '')),
  };
}

/** Says whether a block's text begins in one of the stated texts; a few words alone would be chance. */
export function isStated(start: string, text: string): boolean {
  return text !== '' && start.length >= 12 && text.includes(start);
}

/** What `isStated` looks for: the block's first letters, in the form of the stated texts. */
export function startOf(text: string): string {
  return plain(text.slice(0, 60)).slice(0, 40).trimEnd();
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

type Found = { body: string; summary: string; types: Set<string> };

function gather(value: unknown, found: Found): void {
  if (Array.isArray(value)) {
    for (const item of value) gather(item, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) take(key, item, found);
  }
}

function take(key: string, item: unknown, found: Found): void {
  if (key === '@type') {
    for (const type of [item].flat()) if (typeof type === 'string') found.types.add(type);
  } else if (typeof item !== 'string') gather(item, found);
  else if (/^(?:articleBody|text|reviewBody)$/.test(key)) {
    if (found.body.length < longestText) found.body += ` ${item}`;
  } else if (/^(?:description|headline|abstract|name|alternativeHeadline)$/.test(key)) {
    if (found.summary.length < longestText) found.summary += ` ${item}`;
  }
}

function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:#39|apos|rsquo);|[‘’]/g, "'")
    .replace(/&quot;|[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
