/** Reads threads: every post with its author and time, in order. */
import { bodyOf } from '../element-kinds.ts';
import { areThePage, sizeOf } from './coverage.ts';
import { authorOf, ownParts, timeOf } from './post-parts.ts';
import { writeSections, type Section, type SpecialContent } from './sections.ts';
import { threadBuilds, type ThreadBuild } from './thread-builds.ts';

/** Fewer posts are no thread, and what marks one may as well mark the comment box of an article. */
const fewestPosts = 2;

/** Gives the thread of a page; null where its marks do not cover its text. */
export function threadOf(snapshot: Document): SpecialContent | null {
  const body = bodyOf(snapshot);
  if (body === null) return null;
  // A page may carry several sets of marks, of which one leaves posts out: a first post is no comment.
  const [best] = threadBuilds
    .flatMap((build) => {
      const sections = sectionsOf(body, build);
      return sections === null ? [] : [{ kind: build.kind, sections, size: sizeOf(sections) }];
    })
    .toSorted((a, b) => b.size - a.size);
  if (best === undefined || !areThePage(body, best.sections)) return null;
  const content = writeSections(snapshot, best.sections);
  return { content, kind: best.kind, extractor: 'conversation', isPartial: false };
}

/** Null where there are too few posts, or where some of them do not read as the build says. */
function sectionsOf(body: Element, build: ThreadBuild): Section[] | null {
  if (!build.posts.some((posts) => body.querySelector(posts) !== null)) return null;
  const posts = Array.from(body.querySelectorAll(selectorOf(build)));
  if (posts.length < fewestPosts) return null;
  const sections = posts.map((post) => sectionOf(post, build));
  const read = sections.filter(({ bodies }) => bodies.length > 0);
  const named = read.filter(({ name }) => name !== '');
  const isWhole = read.length >= posts.length * 0.7 && named.length >= read.length * 0.7;
  return isWhole && read.length >= fewestPosts ? read : null;
}

function sectionOf(post: Element, build: ThreadBuild): Section {
  const { body, author, time } = build;
  const posts = selectorOf(build);
  const when = timeOf(ownParts(post, posts, time)[0]);
  const bodies = ownParts(post, posts, body);
  const filled = bodies.filter((each) => each.textContent.trim() !== '');
  return {
    name: authorOf(post, ownParts(post, posts, author)[0]),
    notes: when === '' ? [] : [when],
    bodies: filled,
    remarks: [],
  };
}

function selectorOf({ posts }: ThreadBuild): string {
  return posts.join(', ');
}
