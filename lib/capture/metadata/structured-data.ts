/** Reads what a page says of itself for search engines, as JSON-LD (schema.org). */

export type StructuredItem = {
  /** Names of schema.org, such as `NewsArticle`. */
  types: readonly string[];
  item: Readonly<Record<string, unknown>>;
};

/** A block over this, and more items than this, are a catalogue and say little of the page. */
const longestBlock = 500_000;
const mostItems = 200;

/** Gives the items of the page, those of lists and graphs too, in its order; a block that is no JSON gives none. */
export function structuredData(document: Document): StructuredItem[] {
  const items: StructuredItem[] = [];
  for (const script of Array.from(
    document.querySelectorAll('script[type="application/ld+json" i]'),
  )) {
    if (script.textContent.length > longestBlock) continue;
    collect(parsed(script.textContent), items);
  }
  return items.slice(0, mostItems);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Pages write all kinds of things there; what cannot be read says nothing.
    return null;
  }
}

/** What is further inside an item (its author, its publisher, its video) belongs to it, and is no item of its own. */
function collect(value: unknown, items: StructuredItem[]): void {
  if (Array.isArray(value)) {
    for (const each of value.slice(0, mostItems)) if (!Array.isArray(each)) collect(each, items);
  } else if (isRecord(value)) {
    const types = textsOf(value['@type']).map((type) =>
      type.replace(/^https?:\/\/schema\.org\//, ''),
    );
    items.push({ types, item: value });
    if (Array.isArray(value['@graph'])) collect(value['@graph'], items);
    for (const name of ['video', 'audio', 'mainEntity']) {
      if (isRecord(value[name]) || Array.isArray(value[name])) collect(value[name], items);
    }
  }
}

/** Gives the text of a value, of each value of a list, and the name or the address of an item. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value))
    return value.slice(0, mostItems).flatMap((each) => (Array.isArray(each) ? [] : textsOf(each)));
  if (isRecord(value)) return textsOf(value['name'] ?? value['@id'] ?? value['url']);
  return [];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
