/** Puts the posts of a page, or the turns of a chat, one below the other under the names of who wrote them. */
import type { PageKind } from '../../contracts/capture.ts';
import { headingTags, taskBox } from '../element-kinds.ts';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';

/** The text of such a page: an element of the snapshot's document, one section a speaker or a post. */
export type SpecialContent = {
  content: Element;
  kind: PageKind;
  extractor: 'conversation' | 'transcript';
  /** The page's own numbering shows that it holds a part of the whole: it draws only what is near the window. */
  isPartial: boolean;
};

export type Section = {
  /** Who wrote or said it; empty where the page does not say. */
  name: string;
  /** What stands below the name: when it was written, its votes, that it was accepted. */
  notes: readonly string[];
  /** Elements of the snapshot; copied, never moved. */
  bodies: readonly Element[];
  /** Short remarks below it, such as the comments on an answer. */
  remarks: readonly Remark[];
};

export type Remark = { by: string; body: Element };

/** Gives an element with a section for each: a heading with the name, the notes, the text, the remarks. */
export function writeSections(document: Document, sections: readonly Section[]): Element {
  const whole = document.createElement('div');
  for (const { name, notes, bodies, remarks } of sections) {
    const section = document.createElement('section');
    if (name !== '') section.append(withText(document, 'h2', name));
    else if (whole.hasChildNodes()) section.append(document.createElement('hr'));
    if (notes.length > 0) section.append(withText(document, 'p', notes.join(' · ')));
    for (const body of bodies) section.append(cleanCopy(body));
    if (remarks.length > 0) section.append(listOf(document, remarks));
    whole.append(section);
  }
  return whole;
}

/** Gives a copy of what somebody wrote without what is there to be pressed, and with code as code. */
export function cleanCopy(body: Element): Element {
  const copy = body.ownerDocument.createElement('div');
  copy.append(body.cloneNode(true));
  for (const part of Array.from(copy.querySelectorAll(controls))) {
    // A fold's button holds its heading, and the box of a task says whether it is done.
    const isKept = part.closest(`${headingTags}, summary`) !== null || part.matches(taskBox);
    if (!isKept) part.remove();
  }
  for (const card of Array.from(copy.querySelectorAll(cards))) keepLinkAlone(card);
  for (const part of Array.from(copy.querySelectorAll('span, div, a, p'))) {
    const isLabel = part.childElementCount === 0 && labels.test(part.textContent.trim());
    if (isLabel && part.closest('code') === null) part.remove();
  }
  for (const pre of Array.from(copy.querySelectorAll('pre'))) keepCodeAlone(pre);
  for (const typed of Array.from(copy.querySelectorAll(typedText))) keepLines(typed);
  lowerHeadings(copy);
  normalizeCodeBlocks(copy);
  return copy;
}

const controls =
  'button, [role=button], [role=toolbar], [role=menu], [role=status], input, textarea, select, form, nav, script, ' +
  '[class*=signature i], [itemprop=signature], [itemprop=upvoteCount], [aria-hidden=true]';

/** What a forum shows of a page that a post links to (Discourse, 2026-11): nobody in the thread wrote it. */
const cards = 'aside.onebox';

function keepLinkAlone(card: Element): void {
  const link = card.querySelector('a[href]');
  const href = link?.getAttribute('href') ?? null;
  if (link === null || href === null) return;
  link.textContent = card.querySelector(headingTags)?.textContent.trim() ?? href;
  card.replaceChildren(link);
}

/** What stands on buttons that are made of other elements. */
const labels = /^(?:copy(?: code)?|copied!?|copy to clipboard|edit|retry|regenerate|reply|share)$/i;

/** Some builds put a bar with the language and a button into the block of code. */
function keepCodeAlone(pre: Element): void {
  const codes = pre.querySelectorAll('code');
  const [code] = codes;
  if (code === undefined || codes.length !== 1) return;
  const language = pre.textContent.slice(0, pre.textContent.indexOf(code.textContent)).trim();
  const isLanguage = /^[\w+#.-]{1,20}$/.test(language);
  // Beside code that is the block's own child, other words may be code too.
  const isBar = pre.firstElementChild !== code && isLanguage && pre.lastChild === code;
  if (code.parentElement === pre && !isBar) return;
  const isNamed = /(?:^|\s)(?:language|lang)-/.test(code.getAttribute('class') ?? '');
  if (!isNamed && isLanguage) {
    code.setAttribute('class', `language-${language.toLowerCase()}`);
  }
  pre.replaceChildren(code);
}

/** What a person typed into a chat, shown with its line breaks (ChatGPT, 2026-07: a class of Tailwind's). */
const typedText = '.whitespace-pre-wrap';

function keepLines(typed: Element): void {
  for (const child of Array.from(typed.childNodes)) {
    if (child.nodeType !== child.TEXT_NODE) continue;
    const lines = (child.textContent ?? '').trim().split('\n');
    const kept = lines.flatMap((line, at) =>
      at === 0 ? [line] : [typed.ownerDocument.createElement('br'), line],
    );
    child.replaceWith(...kept);
  }
}

/** The names are headings of the second level, so those of the text stand below them. */
function lowerHeadings(copy: Element): void {
  for (const heading of Array.from(copy.querySelectorAll('h1, h2'))) {
    const lower = heading.ownerDocument.createElement('h3');
    lower.append(...Array.from(heading.childNodes));
    heading.replaceWith(lower);
  }
}

function listOf(document: Document, remarks: readonly Remark[]): Element {
  const list = document.createElement('ul');
  for (const { by, body } of remarks) {
    const item = document.createElement('li');
    item.append(...Array.from(cleanCopy(body).childNodes));
    if (by !== '') item.append(` – ${by}`);
    list.append(item);
  }
  return list;
}

function withText(document: Document, tag: string, text: string): Element {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
