import { chatOf } from './chat.ts';
import type { Conversation, PostComment, Section } from './sections.ts';
import { bodyOf } from '../elements.ts';
import { linkedPostIn } from './linked-post.ts';
import { coverPage, authorOf, collapseLine, partsIn, type PartsOf, timeOf } from './posts.ts';
import { threadOf } from './thread.ts';

/** Reads a chat, a question page or a thread, without changing the snapshot. Null for all other pages. */
export function conversationOf(snapshot: Document, url: string): Conversation | null {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  return chatOf(body, url) ?? questionOf(body, url) ?? threadOf(body, url);
}

const questionSelector = '[itemtype$="schema.org/Question"]';
const answerSelector = '[itemtype$="schema.org/Answer"]';
const commentSelector = '[itemtype$="schema.org/Comment"]';
const questionPageSelector = `${questionSelector}, ${answerSelector}, ${commentSelector}`;
const bodySelector = '[itemprop=text], [itemprop=articleBody]';
const authorSelector = '[itemprop=author]';
const timeSelector = 'time, [itemprop=dateCreated], [itemprop=datePublished]';

/** Reads a question page; null unless it marks exactly one question. Lists of questions and FAQs mark several. */
function questionOf(body: Element, url: string): Conversation | null {
  const [question, other] = Array.from(body.querySelectorAll(questionSelector));
  if (question === undefined || other !== undefined) return null;
  const answers = Array.from(body.querySelectorAll(answerSelector));
  // Always kept whole, because answers make no sense without the question.
  const posts = Array.from(body.querySelectorAll(questionPageSelector));
  const linked = linkedPostIn(posts, { posts: questionPageSelector, time: timeSelector }, url);
  const partsOf = partsIn(body, questionPageSelector);
  const sections = [question, ...answers].map((post) => questionSectionOf(post, linked, partsOf));
  const isWhole = sections.every((each) => each.bodies.length > 0 && each.name !== '');
  if (!isWhole || !coverPage(body, sections)) return null;
  return { kind: 'question', sections, isPartial: false };
}

function questionSectionOf(post: Element, linked: Element | null, partsOf: PartsOf): Section {
  const who = authorOf(post, partsOf(post, authorSelector).at(-1));
  const time = timeOf(partsOf(post, timeSelector)[0]);
  const mark = post === linked && post.matches(answerSelector) ? 'Linked answer' : '';
  return {
    name: `${roleOf(post)}${who === '' ? '' : ` – ${who}`}`,
    notes: [time, votesOf(post, partsOf), mark].filter((note) => note !== ''),
    bodies: partsOf(post, bodySelector).slice(0, 1),
    comments: commentsOn(post, linked, partsOf),
  };
}

function roleOf(post: Element): string {
  if (post.matches(questionSelector)) return 'Question';
  return post.getAttribute('itemprop') === 'acceptedAnswer' ? 'Accepted answer' : 'Answer';
}

function votesOf(post: Element, partsOf: PartsOf): string {
  const [count] = partsOf(post, '[itemprop=upvoteCount]');
  const votesText = count?.getAttribute('content') ?? count?.textContent ?? '';
  // Sites write negative counts with a typographic minus.
  const value = collapseLine(votesText.replace(/[−–]/g, '-'));
  if (!/^-?[\d.,]+\s?[kM]?$/.test(value)) return '';
  return value === '1' ? '1 vote' : `${value} votes`;
}

function commentsOn(post: Element, linked: Element | null, partsOf: PartsOf): PostComment[] {
  const around = `${questionSelector}, ${answerSelector}`;
  return Array.from(post.querySelectorAll(commentSelector))
    .filter((comment) => comment.parentElement?.closest(around) === post)
    .flatMap((comment) => {
      const [text] = partsOf(comment, bodySelector);
      const author = authorOf(comment, partsOf(comment, authorSelector)[0]);
      return text === undefined ? [] : [{ author, body: text, isLinked: comment === linked }];
    });
}
