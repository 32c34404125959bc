import { customIdOf } from '../../custom-id/custom-id.ts';
import { canonicalLinkOf } from '../metadata/metadata-sources.ts';
import {
  branchOf,
  commentBranchOf,
  linkedPostIn,
  type PostMarkup,
  targetOf,
} from './linked-post.ts';
import {
  authorOf,
  collapseLine,
  coverPage,
  partsIn,
  type PartsOf,
  textLength,
  timeOf,
} from './posts.ts';
import type { Conversation, Section } from './sections.ts';
import { threadMarkups, type ThreadMarkup } from './thread-markup.ts';
import { decoded } from '../../url/web-address.ts';

type Thread = { markup: ThreadMarkup; posts: ReadonlyMap<Element, Section> };

/** A single post might be the comment form of an article. */
const minPosts = 2;

/** Reads a thread; null if its posts don't cover the page's text. */
export function threadOf(body: Element, url: string): Conversation | null {
  const key = customIdOf({ url, canonicalLink: canonicalLinkOf(body.ownerDocument) });
  // A page may match several kinds of markup. The best is the one that covers the most text.
  const [best] = threadMarkups
    .flatMap((markup) => {
      const thread = threadIn(body, markup, key);
      return thread === null ? [] : [{ ...thread, size: textLength([...thread.posts.values()]) }];
    })
    .toSorted((a, b) => b.size - a.size);
  if (best === undefined || !coverPage(body, [...best.posts.values()])) return null;
  const { kind = 'forum' } = best.markup;
  return { kind, sections: sectionsAt(best, url, key), isPartial: false };
}

/** Returns null if there are too few posts, or too many lack an author or text. */
function threadIn(body: Element, markup: ThreadMarkup, key: string): Thread | null {
  if (!markup.posts.some((posts) => body.querySelector(posts) !== null)) return null;
  const posts = Array.from(body.querySelectorAll(markup.posts.join(', ')));
  // A page of one comment, without replies.
  const isOnlyPost = posts.length === 1 && linkedPostIn(posts, postMarkupOf(markup), key) !== null;
  const least = isOnlyPost ? 1 : minPosts;
  if (posts.length < least) return null;
  const partsOf = partsIn(body, postMarkupOf(markup).posts);
  const sections = posts.map((post): [Element, Section] => [
    post,
    postSectionOf(post, markup, partsOf),
  ]);
  const read = sections.filter(([, { bodies }]) => bodies.length > 0);
  const named = read.filter(([, { name }]) => name !== '');
  const isWhole = read.length >= posts.length * 0.7 && named.length >= read.length * 0.7;
  return isWhole && read.length >= least ? { markup, posts: new Map(read) } : null;
}

/**
 * Marks the post that the URL names. If the page's key names it too, only its branch is kept: the rest of the thread has
 * another key.
 */
function sectionsAt({ markup, posts }: Thread, url: string, key: string): Section[] {
  const elements = [...posts.keys()];
  const selectors = postMarkupOf(markup);
  const linked = linkedPostIn(elements, selectors, url);
  if (linked === null) return [...posts.values()];
  const isOwnPage = linkedPostIn(elements, selectors, key) === linked;
  const branch = isOwnPage ? branchOf(linked, elements, selectors) : new Set(elements);
  return [...posts]
    .filter(([post]) => branch.has(post))
    .map(([post, section], at) => (post === linked && at > 0 ? withMark(section) : section));
}

/** A post that comes first needs no mark. */
function withMark(section: Section): Section {
  return { ...section, notes: [...section.notes, 'Linked comment'] };
}

export type LinkedComment = {
  /** The comment, with those above and below it. */
  sections: readonly Section[];
  /** The text of the comment itself. */
  text: string;
};

/** Returns the comment that the URL of an article names, with the comments above and below it. */
export function linkedCommentOf(snapshot: Document, url: string): LinkedComment | null {
  for (const markup of [...markupsOfIds(snapshot, url), ...threadMarkups]) {
    const selectors = postMarkupOf(markup);
    const elements = Array.from(snapshot.querySelectorAll(selectors.posts));
    const linked = linkedPostIn(elements, selectors, url);
    if (linked === null) continue;
    const branch = commentBranchOf(linked, elements, selectors);
    const partsOf = partsIn(snapshot, selectors.posts);
    const sections = elements
      .filter((post) => branch.has(post))
      .map((post) => ({ post, section: postSectionOf(post, markup, partsOf) }))
      .filter(({ section }) => section.bodies.length > 0);
    const text = sections.find(({ post }) => post === linked)?.section.bodies[0]?.textContent;
    if (text === undefined) continue;
    const marked = sections.map(({ post, section }) =>
      post === linked ? withMark(section) : section,
    );
    return { sections: marked, text };
  }
  return null;
}

/** Most sites number their comments (`comment-123`), so the id of one shows how to find the others. */
function markupsOfIds(snapshot: Document, url: string): ThreadMarkup[] {
  const fragment = decoded(URL.parse(url)?.hash.slice(1) ?? '');
  const target = fragment === '' ? null : targetOf(fragment, snapshot);
  const [, prefix, id] = /^([a-z_-]*[-_]|[a-z]*)(\w*\d\w*)$/i.exec(fragment) ?? [];
  if (target === null || prefix === undefined || id === undefined || !isComment(target)) return [];
  const starts = /^\d+$/.test(id) ? '123456789'.split('') : [''];
  // The id may be that of an empty anchor before the comment.
  const isAnchor = target.textContent.trim() === '';
  const post = isAnchor ? target.nextElementSibling : target;
  const isInPost = (selector: string) => post?.querySelector(selector) != null;
  return [
    {
      posts: starts.map((start) => `[id^="${prefix}${start}"]${isAnchor ? ' + *' : ''}`),
      body: commentBodies.find(isInPost) ?? 'p',
      author: commentAuthors.find(isInPost) ?? '[class*=username i]',
      time: 'time, [class*=comment-date], [class*=comment-meta] a',
    },
  ];
}

/** From the narrowest name to the widest, which may be that of a box around the others. */
const commentBodies = [
  '[itemprop=text]',
  ...['content', 'text', 'body'].map(
    (part) => `[class*="comment-${part}" i], [class*="comment_${part}" i]`,
  ),
];

const commentAuthors = ['[itemprop=author]', '.fn', 'cite', '[rel~=author]', '[class*=author i]'];

function isComment(target: Element): boolean {
  return [target, target.parentElement, target.nextElementSibling].some((each) =>
    ['id', 'class', 'itemtype'].some((name) =>
      /comment|(?:^|[-_ ])reply/i.test(each?.getAttribute(name) ?? ''),
    ),
  );
}

function postMarkupOf({ posts, time = 'time' }: ThreadMarkup): PostMarkup {
  return { posts: posts.join(', '), time };
}

function postSectionOf(post: Element, markup: ThreadMarkup, partsOf: PartsOf): Section {
  const { body, author, thread } = markup;
  const { time } = postMarkupOf(markup);
  const when = timeOf(partsOf(post, time)[0]);
  const [link] = thread === undefined ? [] : partsOf(post, thread);
  const notes = [when, link === undefined ? '' : `on: ${collapseLine(link.textContent)}`];
  return {
    name: authorOf(post, partsOf(post, author)[0]),
    notes: notes.filter((note) => note !== ''),
    bodies: partsOf(post, body).filter((each) => each.textContent.trim() !== ''),
    comments: [],
  };
}
