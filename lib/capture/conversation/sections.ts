import type { PageKind } from '../schema.ts';
import { createElement, headingTags, isText, taskCheckbox, withTag } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';

export type Conversation = {
  kind: PageKind;
  sections: readonly Section[];
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

type ContentOptions = {
  document: Document;
  /** Heading above the sections, whose names are then one level lower. */
  heading?: string;
  yieldIfDue: YieldIfDue;
};

/** Copies the text of the sections, each under the name of its author. */
export async function contentOf(
  sections: readonly Section[],
  { document, heading, yieldIfDue }: ContentOptions,
): Promise<Element> {
  const content = document.createElement('div');
  if (heading !== undefined) content.append(createElement(document, 'h2', heading));
  const nameTag = heading === undefined ? 'h2' : 'h3';
  for (const [at, { name, notes, bodies, comments }] of sections.entries()) {
    await yieldIfDue();
    const section = document.createElement('section');
    if (name !== '') section.append(createElement(document, nameTag, name));
    else if (at > 0) section.append(document.createElement('hr'));
    if (notes.length > 0) section.append(createElement(document, 'p', notes.join(' · ')));
    for (const body of bodies) section.append(cleanCopy(body));
    if (comments.length > 0) section.append(await commentList(comments, { document, yieldIfDue }));
    content.append(section);
  }
  return content;
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
    for (const [at, line] of child.data.trim().split('\n').entries()) {
      if (at > 0) child.before(typed.ownerDocument.createElement('br'));
      child.before(line);
    }
    child.remove();
  }
}

async function commentList(
  comments: readonly PostComment[],
  { document, yieldIfDue }: ContentOptions,
): Promise<Element> {
  const list = document.createElement('ul');
  for (const { author, body, isLinked } of comments) {
    await yieldIfDue();
    const item = withTag(cleanCopy(body), 'li');
    if (author !== '') item.append(` – ${author}`);
    if (isLinked) item.append(' (linked comment)');
    list.append(item);
  }
  return list;
}
