/** Reads a question with its answers, by the marks that schema.org names for such pages. */
import { bodyOf } from '../element-kinds.ts';
import { areThePage } from './coverage.ts';
import { authorOf, oneLine, ownParts, timeOf } from './post-parts.ts';
import { writeSections, type Remark, type Section, type SpecialContent } from './sections.ts';

const questions = '[itemtype$="schema.org/Question"]';
const answers = '[itemtype$="schema.org/Answer"]';
const comments = '[itemtype$="schema.org/Comment"]';
const posts = `${questions}, ${answers}, ${comments}`;

const bodies = '[itemprop=text], [itemprop=articleBody]';
const authors = '[itemprop=author]';
const times = 'time, [itemprop=dateCreated], [itemprop=datePublished]';

/** Gives the question and its answers, the accepted one named; null where the page marks none, or several questions. */
export function questionOf(snapshot: Document): SpecialContent | null {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  const [question, other] = Array.from(body.querySelectorAll(questions));
  // Several questions are a list of them, or the frequent ones of a help page.
  if (question === undefined || other !== undefined) return null;
  const given = Array.from(body.querySelectorAll(answers));
  const sections = [question, ...given].map(sectionOf);
  const isWhole = sections.every((each) => each.bodies.length > 0 && each.name !== '');
  if (!isWhole || !areThePage(body, sections)) return null;
  return {
    content: writeSections(snapshot, sections),
    kind: 'question',
    extractor: 'conversation',
    isPartial: false,
  };
}

function sectionOf(post: Element): Section {
  const who = authorOf(post, ownParts(post, posts, authors).at(-1));
  return {
    name: `${roleOf(post)}${who === '' ? '' : ` – ${who}`}`,
    notes: [timeOf(ownParts(post, posts, times)[0]), votesOf(post)].filter((note) => note !== ''),
    bodies: ownParts(post, posts, bodies).slice(0, 1),
    remarks: remarksOn(post),
  };
}

function roleOf(post: Element): string {
  if (post.matches(questions)) return 'Question';
  return post.getAttribute('itemprop') === 'acceptedAnswer' ? 'Accepted answer' : 'Answer';
}

function votesOf(post: Element): string {
  const [count] = ownParts(post, posts, '[itemprop=upvoteCount]');
  const stated = count?.getAttribute('content') ?? count?.textContent ?? '';
  // Typographers have signs of their own for a minus.
  const value = oneLine(stated.replace(/[−–]/g, '-'));
  if (!/^-?[\d.,]+\s?[kM]?$/.test(value)) return '';
  return value === '1' ? '1 vote' : `${value} votes`;
}

/** The comments that stand inside the question or the answer, and inside no other. */
function remarksOn(post: Element): Remark[] {
  const around = `${questions}, ${answers}`;
  return Array.from(post.querySelectorAll(comments))
    .filter((comment) => comment.parentElement?.closest(around) === post)
    .flatMap((comment) => {
      const [text] = ownParts(comment, posts, bodies);
      const author = authorOf(comment, ownParts(comment, posts, authors)[0]);
      return text === undefined ? [] : [{ by: author, body: text }];
    });
}
