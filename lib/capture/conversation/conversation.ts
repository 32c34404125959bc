import { chatOf } from './chat.ts';
import { type Conversation, conversationFrom, type PostComment, type Section } from './sections.ts';
import { bodyOf } from '../elements.ts';
import { linkedPostIn } from './linked-post.ts';
import { coverPage, authorOf, collapseLine, ownParts, timeOf } from './posts.ts';
import { threadOf } from './thread.ts';

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
  const sections = [question, ...answers].map((post) => questionSectionOf(post, linked));
  const isWhole = sections.every((each) => each.bodies.length > 0 && each.name !== '');
  if (!isWhole || !coverPage(body, sections)) return null;
  return conversationFrom(body.ownerDocument, 'question', sections);
}

function questionSectionOf(post: Element, linked: Element | null): Section {
  const who = authorOf(post, ownParts(post, questionPageSelector, authorSelector).at(-1));
  const time = timeOf(ownParts(post, questionPageSelector, timeSelector)[0]);
  const mark = post === linked && post.matches(answerSelector) ? 'Linked answer' : '';
  return {
    name: `${roleOf(post)}${who === '' ? '' : ` – ${who}`}`,
    notes: [time, votesOf(post), mark].filter((note) => note !== ''),
    bodies: ownParts(post, questionPageSelector, bodySelector).slice(0, 1),
    comments: commentsOn(post, linked),
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

function commentsOn(post: Element, linked: Element | null): PostComment[] {
  const around = `${questionSelector}, ${answerSelector}`;
  return Array.from(post.querySelectorAll(commentSelector))
    .filter((comment) => comment.parentElement?.closest(around) === post)
    .flatMap((comment) => {
      const [text] = ownParts(comment, questionPageSelector, bodySelector);
      const author = authorOf(comment, ownParts(comment, questionPageSelector, authorSelector)[0]);
      return text === undefined ? [] : [{ author, body: text, isLinked: comment === linked }];
    });
}
