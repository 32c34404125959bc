/** Reads what the authors of a page named its sections: a class, an id or a role says what a section is for. */

/** What names say, a bit each; the order is that of the model's features. */
export const nameGroups: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['comment', /comment|reply|replies|respon|disqus/i],
  ['share', /share|social|follow|facebook|twitter/i],
  ['related', /related|recommend|more-|also|similar|suggest|popular|trending|latest/i],
  ['sidebar', /sidebar|side-|aside|widget|rail/i],
  ['author', /author|byline|bio|profile|avatar|user|member/i],
  ['date', /date|time|meta|info|publish|stat|count|vote|score/i],
  ['menu', /nav|menu|toc|pagination|pager|tabs?\b/i],
  ['crumbs', /crumb/i],
  ['footer', /footer|copyright|legal|disclaimer|bottom/i],
  ['header', /header|masthead|topbar|top-bar|logo|brand/i],
  [
    'advert',
    /promo|advert|\bads?\b|sponsor|banner|cta|subscribe|newsletter|sign-?up|login|popup|modal/i,
  ],
  ['consent', /cookie|consent|gdpr/i],
  ['media', /caption|credit|image|photo|gallery|media|figure|video|thumb/i],
  ['article', /article|story|post|entry|blog/i],
  ['body', /content|body|text|main|prose|markdown|rich/i],
  ['post-body', /(?:post|entry|article|message|story|answer|comment)[-_]?(?:body|content|text)/i],
  ['title', /title|headline|heading|subtitle|lead|intro|summary|excerpt|dek/i],
  ['product', /product|price|sku|cart|buy|stock|shipping|offer/i],
  ['description', /desc|spec|feature|detail|attribute|overview/i],
  ['review', /review|rating|star|testimonial/i],
  ['card', /card|tile|item|grid|list|row|col\b|teaser|result/i],
  ['tag', /tag|categor|label|topic|keyword/i],
  ['fold', /faq|accordion|collaps|question|answer|tab-/i],
  ['thread', /message|thread|topic|forum|quote/i],
  ['signature', /signature|\bsig\b|user-?(?:info|details)|post-?profile|joined/i],
  ['control', /button|btn|link|action|toolbar|tool|control|filter|sort|search|form|input|select/i],
  ['code', /doc|code|example|api|section|chapter/i],
  ['hero', /hero|jumbotron|slider|carousel|slide/i],
  ['unseen', /hidden|hide|sr-only|screen-reader|tooltip|print/i],
];

const namingAttributes = ['class', 'id', 'role', 'itemprop', 'data-testid'];

/** Gives the bits of an element's names. One reader a page: it remembers the names it has seen. */
export function createNameReader(): (element: Element) => number {
  const known = new Map<string, number>();
  return (element) => {
    let bits = 0;
    if (!element.hasAttributes()) return bits;
    for (const attribute of namingAttributes) {
      const name = element.getAttribute(attribute);
      if (name === null || name === '') continue;
      // Each by itself: identifiers differ where classes repeat.
      const seen = known.get(name) ?? bitsOf(name.slice(0, longestName));
      known.set(name, seen);
      bits |= seen;
    }
    return bits;
  };
}

/** Names by utility classes go on and on, and say nothing of the purpose. */
const longestName = 300;

/** Most names of most pages say nothing, which one look tells. */
const anyGroup = new RegExp(nameGroups.map(([, { source }]) => source).join('|'), 'i');

function bitsOf(names: string): number {
  let bits = 0;
  if (!anyGroup.test(names)) return bits;
  for (const [at, [, pattern]] of nameGroups.entries()) if (pattern.test(names)) bits |= 1 << at;
  return bits;
}
