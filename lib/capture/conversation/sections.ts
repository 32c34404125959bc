import type { PageKind } from '../schema.ts';
import { createElement, headingTags, isText, taskCheckbox, withTag } from '../elements.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';

export type Conversation = {
  content: Element;
  kind: PageKind;
  extractor: 'conversation';
  /** The page renders only the part near the viewport. */
  isPartial: boolean;
};

export type Section = {
  /** The author; empty if unknown. */
  name: string;
  /** Details shown below the name, such as the date and votes. */
  notes: readonly string[];
  /** Elements with the text; copied, never moved. */
  bodies: readonly Element[];
  comments: readonly PostComment[];
};

export type PostComment = { author: string; body: Element; isLinked: boolean };

export function conversationFrom(
  document: Document,
  kind: PageKind,
  sections: readonly Section[],
): Conversation {
  const content = createElement(document, 'div', ...sectionsOf(document, sections, 'h2'));
  return { content, kind, extractor: 'conversation', isPartial: false };
}

/** Returns comments below an article, under a heading. */
export function commentsFrom(document: Document, sections: readonly Section[]): Element {
  const heading = createElement(document, 'h2', 'Comments');
  return createElement(document, 'div', heading, ...sectionsOf(document, sections, 'h3'));
}

function sectionsOf(
  document: Document,
  sections: readonly Section[],
  nameTag: 'h2' | 'h3',
): Element[] {
  return sections.map(({ name, notes, bodies, comments }, at) => {
    const section = document.createElement('section');
    if (name !== '') section.append(createElement(document, nameTag, name));
    else if (at > 0) section.append(document.createElement('hr'));
    if (notes.length > 0) section.append(createElement(document, 'p', notes.join(' · ')));
    for (const body of bodies) section.append(cleanCopy(body));
    if (comments.length > 0) section.append(commentList(document, comments));
    return section;
  });
}

function cleanCopy(body: Element): Element {
  const copy = createElement(body.ownerDocument, 'div', body.cloneNode(true));
  for (const part of Array.from(copy.querySelectorAll(controls))) {
    // The button of a disclosure holds its heading, and a task checkbox its state.
    const isContent =
      part.closest(`${headingTags}, summary`) !== null || part.matches(taskCheckbox);
    if (!isContent) part.remove();
  }
  for (const card of Array.from(copy.querySelectorAll(linkPreviews))) reduceToLink(card);
  for (const part of Array.from(copy.querySelectorAll('span, div, a, p'))) {
    const isLabel = part.childElementCount === 0 && buttonLabels.test(part.textContent.trim());
    if (isLabel && part.closest('code') === null) part.remove();
  }
  for (const pre of Array.from(copy.querySelectorAll('pre'))) reduceToCode(pre);
  for (const typed of Array.from(copy.querySelectorAll(typedTextSelector)))
    preserveLineBreaks(typed);
  // Second-level headings are reserved for names.
  for (const heading of copy.querySelectorAll('h1, h2'))
    heading.replaceWith(withTag(heading, 'h3'));
  normalizeCodeBlocks(copy);
  return copy;
}

const controls =
  'button, [role=button], [role=toolbar], [role=menu], [role=status], input, textarea, select, form, nav, script, ' +
  '[class*=signature i], [itemprop=signature], [itemprop=upvoteCount], [aria-hidden=true]';

/** Preview cards of linked pages (Discourse, 2026-11); nobody in the thread wrote their text. */
const linkPreviews = 'aside.onebox';

function reduceToLink(card: Element): void {
  const link = card.querySelector('a[href]');
  const href = link?.getAttribute('href') ?? null;
  if (link === null || href === null) return;
  link.textContent = card.querySelector(headingTags)?.textContent.trim() ?? href;
  card.replaceChildren(link);
}

const buttonLabels =
  /^(?:copy(?: code)?|copied!?|copy to clipboard|edit|retry|regenerate|reply|share)$/i;

/** Some sites show the language and a copy button inside the code block. */
function reduceToCode(pre: Element): void {
  const codes = pre.querySelectorAll('code');
  const [code] = codes;
  if (code === undefined || codes.length !== 1) return;
  const language = pre.textContent.slice(0, pre.textContent.indexOf(code.textContent)).trim();
  const isLanguage = /^[\w+#.-]{1,20}$/.test(language);
  // Next to a `code` child, other text may be code too.
  const isToolbar = pre.firstElementChild !== code && isLanguage && pre.lastChild === code;
  if (code.parentElement === pre && !isToolbar) return;
  const isNamed = /(?:^|\s)(?:language|lang)-/.test(code.getAttribute('class') ?? '');
  if (!isNamed && isLanguage) {
    code.setAttribute('class', `language-${language.toLowerCase()}`);
  }
  pre.replaceChildren(code);
}

/** Text the person typed, with its line breaks (ChatGPT, 2026-07: a Tailwind class). */
const typedTextSelector = '.whitespace-pre-wrap';

function preserveLineBreaks(typed: Element): void {
  for (const child of Array.from(typed.childNodes)) {
    if (!isText(child)) continue;
    const [first = '', ...lines] = child.data.trim().split('\n');
    const rest = lines.flatMap((line) => [typed.ownerDocument.createElement('br'), line]);
    child.replaceWith(first, ...rest);
  }
}

function commentList(document: Document, comments: readonly PostComment[]): Element {
  const items = comments.map(({ author, body, isLinked }) => {
    const item = withTag(cleanCopy(body), 'li');
    if (author !== '') item.append(` – ${author}`);
    if (isLinked) item.append(' (linked comment)');
    return item;
  });
  return createElement(document, 'ul', ...items);
}
