import { anyJson, isRecord } from '../../memory-client/json.ts';

export type JsonLdItem = {
  types: readonly string[];
  item: Readonly<Record<string, unknown>>;
};

/** Longer data is a catalog, not the description of a page. */
const maxBlockLength = 500_000;
const maxItems = 200;
const maxTextLength = 20_000;
/** Data nested deeper is broken, and would overflow the stack. */
const maxDepth = 20;

/**
 * Returns the page's JSON-LD items, including those in lists and graphs. Skips invalid JSON and, because
 * parsing is slow, data without the text `needed`.
 */
export function jsonLdItems(document: Document, needed = ''): JsonLdItem[] {
  const items: JsonLdItem[] = [];
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json" i]')) {
    if (textContent.length > maxBlockLength || !textContent.includes(needed)) continue;
    collect(anyJson(textContent), items);
  }
  return items.slice(0, maxItems);
}

/** Adds items to the list. Nested values such as author and publisher aren't items. */
function collect(value: unknown, items: JsonLdItem[], depth = 0): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const each of value.slice(0, maxItems))
      if (!Array.isArray(each)) collect(each, items, depth + 1);
  } else if (isRecord(value)) {
    const types = textsOf(value['@type']).map((type) =>
      type.replace(/^https?:\/\/schema\.org\//, ''),
    );
    items.push({ types, item: value });
    if (Array.isArray(value['@graph'])) collect(value['@graph'], items, depth + 1);
    for (const name of ['video', 'audio', 'mainEntity']) {
      if (isRecord(value[name]) || Array.isArray(value[name]))
        collect(value[name], items, depth + 1);
    }
  }
}

/** Returns the texts of a value; for an item, its name, id or URL. */
export function textsOf(value: unknown, depth = 0): string[] {
  if (depth > maxDepth) return [];
  if (typeof value === 'string') {
    const text = value.slice(0, maxTextLength).trim();
    return text === '' ? [] : [text];
  }
  if (Array.isArray(value))
    return value
      .slice(0, maxItems)
      .flatMap((each) => (Array.isArray(each) ? [] : textsOf(each, depth + 1)));
  if (isRecord(value)) return textsOf(value['name'] ?? value['@id'] ?? value['url'], depth + 1);
  return [];
}
