import { isProse, type PageContext } from './page-context.ts';

/** The model refers to features by name, so the order doesn't matter. */
export type PageFeature = readonly [name: string, value: number];

export function pageFeatures(page: PageContext): readonly PageFeature[] {
  const { blocks, body, structured } = page;
  const document = body.element.ownerDocument;
  const count = Math.max(1, blocks.length);
  const words = Math.max(1, body.words);
  const tags = (tag: string) => document.getElementsByTagName(tag).length;
  const has = (...types: readonly string[]) =>
    flag(types.some((type) => structured.types.has(type)));
  const ogType = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
  const address = URL.parse(document.URL)?.pathname ?? '/';
  return [
    ['page-blocks', blocks.length],
    ['page-words', body.words],
    ['page-link-share', body.linkWords / words],
    ['page-mean-words', body.words / count],
    ...pageArticleFeatures(page),
    ['page-largest-shape', (page.largestShape?.words ?? 0) / words],
    ['page-largest-shape-blocks', page.largestShape?.blocks ?? 0],
    ['page-long-blocks', page.before.long[blocks.length] ?? 0],
    ['page-long-words', sum(blocks, (block) => (isProse(block) ? block.words : 0)) / words],
    [
      'page-prices',
      sum(blocks, ({ text }) => flag(text.length < 60 && pricePattern.test(text))) / count,
    ],
    [
      'page-dates',
      sum(blocks, ({ text }) => flag(text.length < 60 && datePattern.test(text))) / count,
    ],
    ['page-questions', sum(blocks, ({ text }) => flag(text.endsWith('?'))) / count],
    ['page-says-article', has('Article', 'NewsArticle', 'BlogPosting', 'TechArticle', 'Report')],
    ['page-says-product', has('Product', 'ProductGroup', 'Offer', 'AggregateOffer')],
    ['page-says-thread', has('DiscussionForumPosting', 'QAPage', 'Comment')],
    ['page-says-list', has('CollectionPage', 'ItemList', 'SearchResultsPage', 'OfferCatalog')],
    [
      'page-says-service',
      has('Service', 'LocalBusiness', 'FAQPage', 'SoftwareApplication', 'Event'),
    ],
    ['page-og-article', flag(/article|blog/.test(ogType))],
    ['page-og-product', flag(/product/.test(ogType))],
    ['page-articles', atMost(50, tags('article'))],
    ['page-times', atMost(50, tags('time'))],
    ['page-images', atMost(300, tags('img'))],
    ['page-forms', atMost(20, tags('form'))],
    ['page-items', atMost(500, tags('li'))],
    ['page-codes', atMost(50, tags('pre'))],
    ['page-headings', atMost(100, tags('h2') + tags('h3'))],
    ['page-main-headings', atMost(5, tags('h1'))],
    ['page-stated-body', atMost(20_000, structured.text.length)],
    ['page-address-depth', address.split('/').filter((part) => part !== '').length],
    ['page-address-words', address.split(/[-_]/).length - 1],
    ['page-address-digits', flag(/\d{4}/.test(address))],
    [
      'page-address-article',
      flag(/blog|news|article|story|stories|post|\/20\d\d\//i.test(address)),
    ],
    [
      'page-address-thread',
      flag(/forum|thread|topic|viewtopic|discussion|question|\/t\/|\/r\/|comments/i.test(address)),
    ],
    [
      'page-address-list',
      flag(/categor|collection|tag|archive|list|browse|shop|search|topics\/?$/i.test(address)),
    ],
    ['page-address-product', flag(/product|\/p\/|\/dp\/|item|buy|shop\/.+/i.test(address))],
    [
      'page-address-docs',
      flag(
        /docs?\b|documentation|reference|guide|manual|tutorial|wiki|api|learn/i.test(address) ||
          /^https?:\/\/(?:docs?|developer|wiki|help)\./.test(document.URL),
      ),
    ],
  ];
}

export function pageArticleFeatures({ body, shares }: PageContext): readonly PageFeature[] {
  const words = Math.max(1, body.words);
  return [
    ['page-article-share', shares === null ? -1 : body.articleWords / words],
    ['page-article-words', shares === null ? -1 : body.articleWords],
  ];
}

export const pricePattern = /[$€£¥]\s?\d|\d\s?(?:€|usd|eur)/i;

export const datePattern =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d+ (?:min(?:ute)?s?|hours?|days?|weeks?|months?|years?) ago\b/i;

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}

export function flag(is: boolean): number {
  return is ? 1 : 0;
}

function atMost(limit: number, value: number): number {
  return Math.min(limit, value);
}
