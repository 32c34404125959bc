import { memoized } from '../memoized.ts';

/** Meanings of class names and ids. The index of a group is its bit. */
export const nameGroups: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['comment', /comment|reply|replies|respon|disqus/],
  ['share', /share|social|follow|facebook|twitter/],
  ['related', /related|recommend|more-|also|similar|suggest|popular|trending|latest/],
  ['sidebar', /sidebar|side-|aside|widget|rail/],
  ['author', /author|byline|bio|profile|avatar|user|member/],
  ['date', /date|time|meta|info|publish|stat|count|vote|score/],
  ['menu', /nav|menu|toc|pagination|pager|tabs?\b/],
  ['crumbs', /crumb/],
  ['footer', /footer|copyright|legal|disclaimer|bottom/],
  ['header', /header|masthead|topbar|top-bar|logo|brand/],
  [
    'advert',
    /promo|advert|\bads?\b|sponsor|banner|cta|subscribe|newsletter|sign-?up|login|popup|modal/,
  ],
  ['consent', /cookie|consent|gdpr/],
  ['media', /caption|credit|image|photo|gallery|media|figure|video|thumb/],
  ['article', /article|story|post|entry|blog/],
  ['body', /content|body|text|main|prose|markdown|rich/],
  ['post-body', /(?:post|entry|article|message|story|answer|comment)[-_]?(?:body|content|text)/],
  ['title', /title|headline|heading|subtitle|lead|intro|summary|excerpt|dek/],
  ['product', /product|price|sku|cart|buy|stock|shipping|offer/],
  ['description', /desc|spec|feature|detail|attribute|overview/],
  ['review', /review|rating|star|testimonial/],
  ['card', /card|tile|item|grid|list|row|col\b|teaser|result/],
  ['tag', /tag|categor|label|topic|keyword/],
  ['fold', /faq|accordion|collaps|question|answer|tab-/],
  ['thread', /message|thread|topic|forum|quote/],
  ['signature', /signature|\bsig\b|user-?(?:info|details)|post-?profile|joined/],
  ['control', /button|btn|link|action|toolbar|tool|control|filter|sort|search|form|input|select/],
  ['code', /doc|code|example|api|section|chapter/],
  ['hero', /hero|jumbotron|slider|carousel|slide/],
  ['unseen', /hidden|hide|sr-only|screen-reader|tooltip|print/],
];

/** Use one reader per page: it caches names. */
export function createNameReader(): (names: string) => number {
  // Match and cache each name separately too, because names recur in other combinations.
  const bitsOfName = memoized(bitsOf);
  return memoized((names) => {
    let bits = 0;
    for (const name of names.slice(0, maxNamesLength).toLowerCase().split(/\s+/))
      bits |= bitsOfName(name);
    return bits;
  });
}

/** Longer lists consist of utility classes, which don't describe the element's purpose. */
const maxNamesLength = 300;
/** Most names match no group; this combined pattern rules them out quickly. */
const anyGroup = new RegExp(nameGroups.map(([, { source }]) => source).join('|'));
const patterns = nameGroups.map(([, pattern]) => pattern);

function bitsOf(name: string): number {
  let bits = 0;
  if (!anyGroup.test(name)) return bits;
  for (let at = 0; at < patterns.length; at++)
    if (patterns[at]?.test(name) === true) bits |= 1 << at;
  return bits;
}
