/** Finds the post that a URL names, and the posts that a reader needs to understand it. */
import { decoded } from '../../url/web-address.ts';
import { partsIn, type PartsOf } from './posts.ts';

export type PostMarkup = {
  /** Selector of a post. */
  posts: string;
  /** Selector of the time of a post, which usually links to the post. */
  time: string;
};

/** Returns the post that the fragment, the path or the query of a URL names; null if none. */
export function linkedPostIn(
  posts: readonly Element[],
  markup: PostMarkup,
  address: string,
): Element | null {
  const url = URL.parse(address);
  const [first] = posts;
  if (url === null || first === undefined) return null;
  const document = first.ownerDocument;
  const fragment = decoded(url.hash.slice(1));
  const target = fragment === '' ? null : targetOf(fragment, document);
  const ofTarget = target === null ? null : postAt(target, posts, markup);
  if (ofTarget !== null) return ofTarget;
  const known = new Set(posts);
  for (const id of [...(target === null ? idsInFragment(fragment) : []), ...idsInAddress(url)]) {
    const post = postWithId(id, document, markup);
    if (post !== null && known.has(post)) return post;
  }
  const post = postWithPermalink(url, document, markup);
  return post !== null && known.has(post) ? post : null;
}

/** Returns the element that the browser scrolls to. */
export function targetOf(fragment: string, document: Document): Element | null {
  const name = fragment.replace(/["\\\n]/g, '\\$&');
  return document.getElementById(fragment) ?? document.querySelector(`a[name="${name}"]`);
}

/** Returns the post that is, or closely surrounds, the target of a fragment. */
function postAt(target: Element, posts: readonly Element[], markup: PostMarkup): Element | null {
  const around = target.closest(markup.posts);
  if (around === target) return target;
  // Without a number it's a section of the page, or a heading in a post.
  if (!/\d/.test(`${target.id}${target.getAttribute('name') ?? ''}`)) return null;
  if (around !== null) return around;
  const inside = Array.from(target.querySelectorAll(markup.posts)).filter(
    (post) => post.parentElement?.closest(markup.posts) == null,
  );
  if (inside.length > 0) return inside.length === 1 ? (inside[0] ?? null) : null;
  const isAnchor = target.textContent.trim() === '';
  return isAnchor ? (posts.find((post) => post === target.nextElementSibling) ?? null) : null;
}

const postWords = 'answer|comment|discussion|item|message|msg|post|reply|status';
const namedId = new RegExp(`^[a-z]*?(?:${postWords}|[cpr])?[-_]?(\\d+)`, 'i');
const segmentId = new RegExp(`^(?:(?:${postWords})[-_]?)?([a-z\\d]*\\d[a-z\\d]*)$`, 'i');
const idParameter = new RegExp(`^(?:[cp]?id|p|c|lc)$|(?:${postWords})(?:[-_]?id)?$`, 'i');

/** `#p123`, `#post-123`, `#issuecomment-123`; `#comment456_123` is a comment on the answer 123. */
function idsInFragment(fragment: string): string[] {
  const [, id] = namedId.exec(fragment) ?? [];
  return id === undefined ? [] : [id];
}

/** `/comment/123`, `/post-123`, `?p=123`. `/page/2` and `?page=2` are pages of a thread. */
function idsInAddress({ pathname, searchParams }: URL): string[] {
  const [last = '', before = ''] = pathname.split('/').filter(Boolean).toReversed();
  const [, inPath] = /^(?:page|p)$/i.test(before) ? [] : (segmentId.exec(last) ?? []);
  const inQuery = [...searchParams].flatMap(([name, value]) =>
    idParameter.test(name) && /^[a-z\d]*\d[a-z\d]*$/i.test(value) ? [value] : [],
  );
  return [...inQuery, ...(inPath === undefined ? [] : [inPath])];
}

const idAttributes = [
  'id',
  'name',
  'data-id',
  'data-post-id',
  'data-comment-id',
  'data-pid',
  'data-fullname',
  'thingid',
];

function postWithId(id: string, document: Document, { posts }: PostMarkup): Element | null {
  const ending = idAttributes.map((name) => `[${name}$="${id}"]`).join(', ');
  const part = Array.from(document.querySelectorAll(ending)).find(
    (each) =>
      idAttributes.some((name) => isIdOf(each.getAttribute(name) ?? '', id)) &&
      each.closest(posts) !== null,
  );
  return part?.closest(posts) ?? null;
}

/** `p123`, `js-post-123` and `t1_123` are ids of the post 123. */
function isIdOf(value: string, id: string): boolean {
  if (!value.endsWith(id)) return false;
  const before = value.slice(0, value.length - id.length);
  if (!/^(?:t\d_|[a-z_-]*)$/i.test(before)) return false;
  return before === '' || /[-_]$/.test(before) || /^\d/.test(id);
}

/** Finds the post whose own link leads to this URL. Other links to it are those of its replies. */
function postWithPermalink(
  url: URL,
  document: Document,
  { posts, time }: PostMarkup,
): Element | null {
  const link = Array.from(document.querySelectorAll('a[href], [permalink], [data-permalink]')).find(
    (each) => {
      const isOwn =
        each.matches('[permalink], [data-permalink], [rel~=bookmark], [itemprop=url]') ||
        each.closest(time) !== null ||
        each.querySelector(time) !== null;
      return isOwn && leadsTo(url, each) && each.closest(posts) !== null;
    },
  );
  return link?.closest(posts) ?? null;
}

function leadsTo(url: URL, link: Element): boolean {
  const address = ['permalink', 'data-permalink', 'href'].map((name) => link.getAttribute(name));
  const parsed = URL.parse(address.find((each) => each !== null) ?? '', link.baseURI);
  const path = (of: URL | null) => of?.pathname.replace(/\/$/, '');
  return path(parsed) === path(url) && parsed?.search === url.search && parsed.hash === url.hash;
}

/**
 * Returns the posts above and below this one: those it replies to, and the replies to it. Returns all posts if no reply
 * answers another, because then nothing says which of them belong together.
 */
export function branchOf(
  linked: Element,
  posts: readonly Element[],
  { posts: selector }: PostMarkup,
): ReadonlySet<Element> {
  const parents = parentsOf(posts, selector);
  const opening = openingOf(posts);
  if ([...parents.values()].every((parent) => parent === opening)) return new Set(posts);
  // Everything answers the opening post.
  if (linked === opening) return new Set(posts);
  const branch = branchIn(parents, linked, posts);
  return opening === null ? branch : new Set([opening, ...branch]);
}

/** Returns the comments above and below this one, of comments whose opening post is an article. */
export function commentBranchOf(
  linked: Element,
  posts: readonly Element[],
  { posts: selector }: PostMarkup,
): ReadonlySet<Element> {
  return branchIn(parentsOf(posts, selector), linked, posts);
}

function branchIn(
  parents: ReadonlyMap<Element, Element>,
  linked: Element,
  posts: readonly Element[],
): Set<Element> {
  const above: Element[] = [];
  for (let up: Element | undefined = linked; up !== undefined; up = parents.get(up)) above.push(up);
  const below = new Set([linked]);
  // A reply comes after its parent.
  for (const post of posts) {
    const parent = parents.get(post);
    if (parent !== undefined && below.has(parent)) below.add(post);
  }
  return new Set([...above, ...below]);
}

/** Returns the post that the others answer; null if the first is one of several comments. */
function openingOf(posts: readonly Element[]): Element | null {
  const [first = null] = posts;
  const isAlone = posts.every((post) => post === first || !areSiblings(post, first));
  return isAlone ? first : null;
}

/** Returns which post each one replies to, by nesting or by level. */
function parentsOf(posts: readonly Element[], selector: string): Map<Element, Element> {
  const parents = new Map<Element, Element>();
  const [first] = posts;
  if (first === undefined) return parents;
  const partsOf = partsIn(first.ownerDocument, selector);
  /** The open branch, from the top. */
  const branch: { post: Element; level: number }[] = [];
  for (const post of posts) {
    const level = levelOf(post, partsOf);
    if (level !== null) while ((branch.at(-1)?.level ?? -1) >= level) branch.pop();
    const above = level === null ? undefined : branch.at(-1)?.post;
    const parent = post.parentElement?.closest(selector) ?? above;
    if (parent !== undefined) parents.set(post, parent);
    if (level !== null) branch.push({ post, level });
  }
  return parents;
}

function areSiblings(post: Element, other: Element | null): boolean {
  return post.parentElement === other?.parentElement && post.localName === other?.localName;
}

const levelAttributes = ['depth', 'data-depth', 'data-level', 'aria-level'];

function levelOf(post: Element, partsOf: PartsOf): number | null {
  for (const name of levelAttributes) {
    const level = post.getAttribute(name) ?? '';
    if (/^\d+$/.test(level)) return Number(level);
  }
  // Hacker News indents with a cell.
  const [cell] = partsOf(post, '[indent]');
  return cell === undefined ? null : Number(cell.getAttribute('indent'));
}
