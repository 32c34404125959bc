import { chatOf } from './chat.ts';
import { type Conversation, conversationFrom, type PostComment, type Section } from './sections.ts';
import { bodyOf } from '../elements.ts';
import { coverPage, authorOf, collapseLine, ownParts, timeOf, textLength } from './posts.ts';
import { threadMarkups, type ThreadMarkup } from './thread-markup.ts';

export function conversationOf(snapshot: Document, url: string): Conversation | null {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  return chatOf(body, url) ?? questionOf(body) ?? threadOf(body);
}

const questionSelector = '[itemtype$="schema.org/Question"]';
const answerSelector = '[itemtype$="schema.org/Answer"]';
const commentSelector = '[itemtype$="schema.org/Comment"]';
const questionPageSelector = `${questionSelector}, ${answerSelector}, ${commentSelector}`;
const bodySelector = '[itemprop=text], [itemprop=articleBody]';
const authorSelector = '[itemprop=author]';
const timeSelector = 'time, [itemprop=dateCreated], [itemprop=datePublished]';

/** Reads a question page; null unless it marks exactly one question. Lists of questions and FAQs mark several. */
function questionOf(body: Element): Conversation | null {
  const [question, other] = Array.from(body.querySelectorAll(questionSelector));
  if (question === undefined || other !== undefined) return null;
  const answers = Array.from(body.querySelectorAll(answerSelector));
  const sections = [question, ...answers].map(questionSectionOf);
  const isWhole = sections.every((each) => each.bodies.length > 0 && each.name !== '');
  if (!isWhole || !coverPage(body, sections)) return null;
  return conversationFrom(body.ownerDocument, 'question', sections);
}

function questionSectionOf(post: Element): Section {
  const who = authorOf(post, ownParts(post, questionPageSelector, authorSelector).at(-1));
  const time = timeOf(ownParts(post, questionPageSelector, timeSelector)[0]);
  return {
    name: `${roleOf(post)}${who === '' ? '' : ` – ${who}`}`,
    notes: [time, votesOf(post)].filter((note) => note !== ''),
    bodies: ownParts(post, questionPageSelector, bodySelector).slice(0, 1),
    comments: commentsOn(post),
  };
}

function roleOf(post: Element): string {
  if (post.matches(questionSelector)) return 'Question';
  return post.getAttribute('itemprop') === 'acceptedAnswer' ? 'Accepted answer' : 'Answer';
}

function votesOf(post: Element): string {
  const [count] = ownParts(post, questionPageSelector, '[itemprop=upvoteCount]');
  const votesText = count?.getAttribute('content') ?? count?.textContent ?? '';
  // Sites write negative counts with a typographic minus.
  const value = collapseLine(votesText.replace(/[−–]/g, '-'));
  if (!/^-?[\d.,]+\s?[kM]?$/.test(value)) return '';
  return value === '1' ? '1 vote' : `${value} votes`;
}

function commentsOn(post: Element): PostComment[] {
  const around = `${questionSelector}, ${answerSelector}`;
  return Array.from(post.querySelectorAll(commentSelector))
    .filter((comment) => comment.parentElement?.closest(around) === post)
    .flatMap((comment) => {
      const [text] = ownParts(comment, questionPageSelector, bodySelector);
      const author = authorOf(comment, ownParts(comment, questionPageSelector, authorSelector)[0]);
      return text === undefined ? [] : [{ author, body: text }];
    });
}

/** A single post might be the comment form of an article. */
const minPosts = 2;

/** Reads a thread; null if its posts don't cover the page's text. */
function threadOf(body: Element): Conversation | null {
  // A page may match several kinds of markup. The best is the one that covers the most text.
  const [best] = threadMarkups
    .flatMap((markup) => {
      const { kind = 'forum' } = markup;
      const sections = threadSectionsOf(body, markup);
      return sections === null ? [] : [{ kind, sections, size: textLength(sections) }];
    })
    .toSorted((a, b) => b.size - a.size);
  if (best === undefined || !coverPage(body, best.sections)) return null;
  return conversationFrom(body.ownerDocument, best.kind, best.sections);
}

/** Returns null if there are too few posts, or too many lack an author or text. */
function threadSectionsOf(body: Element, markup: ThreadMarkup): Section[] | null {
  if (!markup.posts.some((posts) => body.querySelector(posts) !== null)) return null;
  const posts = Array.from(body.querySelectorAll(markup.posts.join(', ')));
  if (posts.length < minPosts) return null;
  const sections = posts.map((post) => postSectionOf(post, markup));
  const read = sections.filter(({ bodies }) => bodies.length > 0);
  const named = read.filter(({ name }) => name !== '');
  const isWhole = read.length >= posts.length * 0.7 && named.length >= read.length * 0.7;
  return isWhole && read.length >= minPosts ? read : null;
}

function postSectionOf(post: Element, markup: ThreadMarkup): Section {
  const { body, author, time = 'time' } = markup;
  const posts = markup.posts.join(', ');
  const when = timeOf(ownParts(post, posts, time)[0]);
  return {
    name: authorOf(post, ownParts(post, posts, author)[0]),
    notes: when === '' ? [] : [when],
    bodies: ownParts(post, posts, body).filter((each) => each.textContent.trim() !== ''),
    comments: [],
  };
}
