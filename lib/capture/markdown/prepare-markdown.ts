import {
  blockAttribute,
  formulaClass,
  headingTags,
  tabLabelAttribute,
  taskCheckbox,
  blockTags,
  rawMarkdownClass,
  createElement,
  isElement,
  withTag,
  wrapIn,
} from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { normalizeLinks } from './markdown-links.ts';
import { normalizeTables } from './markdown-tables.ts';
import { textWithLineBreaks } from '../snapshot/code-blocks.ts';
import { decoded } from '../../url/web-address.ts';

/** Prepares content for the converter, in place. `base` is the URL its links are relative to. */
export async function prepareForMarkdown(
  content: Element,
  base: string,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  for (const element of content.querySelectorAll('script, iframe, frame')) element.remove();
  labelPanels(content);
  removeControls(content);
  removeSeparators(content);
  normalizeCode(content);
  await yieldIfDue();
  mergeInline(content);
  normalizeLists(content);
  normalizeFootnotes(content);
  await yieldIfDue();
  await normalizeLinks(content, base, yieldIfDue);
  await normalizeTables(content, yieldIfDue);
  await yieldIfDue();
  separateBlocks(content);
}

function labelPanels(content: Element): void {
  for (const panel of Array.from(content.querySelectorAll(`[${tabLabelAttribute}]`))) {
    const { ownerDocument } = panel;
    const label = panel.getAttribute(tabLabelAttribute) ?? '';
    panel.prepend(createElement(ownerDocument, 'p', createElement(ownerDocument, 'strong', label)));
  }
  for (const tab of Array.from(content.querySelectorAll('[role=tablist] [role=tab]'))) tab.remove();
}

/** Removes buttons and inputs, except buttons in headings and the checkboxes of tasks. */
function removeControls(content: Element): void {
  for (const control of Array.from(content.querySelectorAll('button, input'))) {
    const opens = control.closest(`${headingTags}, summary, dt`) !== null;
    if (!opens && !control.matches(taskCheckbox)) control.remove();
  }
}

/** Some menus separate links with a block that contains only a bar or a dot. */
function removeSeparators(content: Element): void {
  for (const element of Array.from(content.querySelectorAll('p, div, li, dd'))) {
    if (element.childElementCount === 0 && /^\s*[|/*•·–—-]\s*$/.test(element.textContent)) {
      element.remove();
    }
  }
}

/** Editors often split emphasized text, and highlighters code, into adjacent elements. */
function mergeInline(content: Element): void {
  for (const element of Array.from(content.querySelectorAll('b, strong, i, em, code'))) {
    const before = element.previousSibling;
    if (before === null || !isElement(before) || !isMergeable(before, element)) continue;
    while (element.firstChild !== null) before.appendChild(element.firstChild);
    element.remove();
  }
}

function isMergeable(before: Element, element: Element): boolean {
  const isBlock = before.hasAttribute(blockAttribute) || element.hasAttribute(blockAttribute);
  if (isBlock || before.localName !== element.localName) return false;
  return before.className !== formulaClass && element.className !== formulaClass;
}

const listTags = 'ul, ol, menu, dir';

/** Nests lists between items, and separates other content from the items. */
function normalizeLists(content: Element): void {
  for (const list of Array.from(content.querySelectorAll(listTags))) {
    for (const child of Array.from(list.childNodes)) {
      if (isElement(child) && child.localName === 'li') continue;
      const item = child.previousSibling;
      const isList = isElement(child) && child.matches(listTags);
      if (isList && item?.nodeName === 'LI') item.appendChild(child);
      else if (!isElement(child) && !/\S/.test(child.textContent ?? '')) child.remove();
      else if (!isList) {
        const wrapper = content.ownerDocument.createElement('div');
        child.replaceWith(wrapper);
        wrapper.append(child);
      }
    }
  }
}

/** Elements displayed as blocks would otherwise join their neighbors. */
function separateBlocks(content: Element): void {
  // Browsers show results of forms in a line, but text seldom continues after them.
  for (const element of content.querySelectorAll(`[${blockAttribute}], output`))
    wrapIn('div', element);
  // The converter trims the lines around blocks in inline elements.
  const unneeded = new Set<Element>();
  for (const block of Array.from(content.getElementsByTagName('*'))) {
    if (!blockTags.has(block.localName)) continue;
    let up = block.parentElement;
    for (; up !== null && up !== content && isUnneededAround(up); up = up.parentElement) {
      if (unneeded.has(up)) break;
      unneeded.add(up);
    }
  }
  for (const element of unneeded) {
    if (element.parentElement === null || unneeded.has(element.parentElement)) continue;
    const contents = content.ownerDocument.createDocumentFragment();
    for (const node of contentsWithout(element, unneeded)) contents.appendChild(node);
    element.replaceWith(contents);
  }
}

/** Returns what is in an element and in the unneeded ones in it. Moving it level by level would take quadratic time. */
function contentsWithout(element: Element, unneeded: ReadonlySet<Element>): Node[] {
  const contents: Node[] = [];
  const waiting: Node[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node) || !unneeded.has(node)) contents.push(node);
    else for (let at = node.lastChild; at !== null; at = at.previousSibling) waiting.push(at);
  }
  return contents;
}

function isUnneededAround(element: Element): boolean {
  return !blockTags.has(element.localName) && element.localName !== 'a';
}

const lineBreakers = ['br', `[${blockAttribute}]`, ...blockTags].join(', ');
/** Elements that can't hold code blocks. */
const inlineOnlyTags = `table, a, dt, summary, ${headingTags}`;
/** Some patterns take quadratic time on long whitespace. */
const longWhitespace = /\s{500,}/g;

/** Turns inline code on several lines into a block. */
export function normalizeCode(content: Element): void {
  for (const code of Array.from(content.querySelectorAll('code'))) {
    const isBare = code.childElementCount === 0 || code.textContent.trim() === '';
    if (isBare || code.closest('pre') !== null) continue;
    if (code.querySelector(lineBreakers) !== null && code.closest(inlineOnlyTags) === null) {
      code.textContent = visibleLines(code);
      wrapIn('pre', code);
    } else toInlineCode(code);
  }
  for (const code of Array.from(content.querySelectorAll('pre > code'))) {
    const shortened = code.textContent.replace(longWhitespace, (space) => space.slice(0, 500));
    if (shortened.length < code.textContent.length) code.textContent = shortened;
  }
}

function toInlineCode(code: Element): void {
  const link = code.childNodes.length === 1 ? code.querySelector(':scope > a[href]') : null;
  for (const end of Array.from(code.querySelectorAll('br'))) end.replaceWith(' ');
  code.replaceChildren(code.textContent);
  if (link === null) return;
  code.replaceWith(link);
  link.replaceChildren(code);
}

/** Line breaks in the HTML source count as spaces. */
function visibleLines(code: Element): string {
  const walker = code.ownerDocument.createTreeWalker(code, 4);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const parts = (text.nodeValue ?? '').split('\n');
    const last = parts.pop() ?? '';
    text.nodeValue = [...parts.map((part) => part.trimEnd()), last].join(' ');
  }
  // Trimmed line by line: a pattern for trailing whitespace takes quadratic time on a long run of spaces.
  const lines = textWithLineBreaks(code)
    .split('\n')
    .map((line) => line.trimEnd());
  const isFilled = (line: string) => line !== '';
  return lines.slice(lines.findIndex(isFilled), lines.findLastIndex(isFilled) + 1).join('\n');
}

const footnoteMarker = /^\[?(\d{1,4}|[*†‡§]{1,4})\]?$/;
const backlink = /^(?:\^|[↩↑⏎⤴]\uFE0E?\d{0,3}|\[?\d{1,4}\]?\.?|[*†‡§]{1,4}|[a-z]{1,2})$/u;
const emptyBacklink = /^[\^↩↑⏎⤴\s]*$/u;

/** Writes footnotes as Markdown. Markers of footnotes outside the content are left to `normalizeLinks`. */
function normalizeFootnotes(content: Element): void {
  const notes = new Map<Element, string>();
  const links = Array.from(content.querySelectorAll('a[href^="#"]'));
  if (links.length === 0) return;
  const byId = elementsById(content);
  for (const link of links) {
    const label = footnoteMarker.exec(link.textContent.trim())?.[1];
    const note = byId.get(decoded((link.getAttribute('href') ?? '').slice(1)));
    if (label === undefined || note === undefined) continue;
    if (!content.contains(note) || !follows(note, link)) continue;
    // The target may be an anchor at the start of the footnote.
    const of = note.closest('li, p, dd, td, div, aside, section') ?? note;
    notes.set(of, notes.get(of) ?? label);
    const sup = link.parentElement?.localName === 'sup' ? link.parentElement : link;
    const isAlone = sup.textContent.trim() === link.textContent.trim();
    (isAlone ? sup : link).replaceWith(rawMarkdown(link, `[^${notes.get(of) ?? label}]`));
  }
  for (const [note, label] of notes) writeFootnote(note, label);
  for (const list of new Set(Array.from(notes.keys(), (note) => note.parentElement))) {
    if (list?.matches('ol, ul') === true) unwrapList(list);
  }
}

function elementsById(content: Element): Map<string, Element> {
  const byId = new Map<string, Element>();
  for (const element of Array.from(content.querySelectorAll('[id], a[name]'))) {
    const name = element.id === '' ? (element.getAttribute('name') ?? '') : element.id;
    if (!byId.has(name)) byId.set(name, element);
  }
  return byId;
}

function follows(note: Element, link: Element): boolean {
  const position = link.compareDocumentPosition(note);
  const isAfter = (position & link.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isAfter && (position & link.DOCUMENT_POSITION_CONTAINED_BY) === 0;
}

function writeFootnote(note: Element, label: string): void {
  for (const link of Array.from(note.querySelectorAll('a[href^="#"]'))) {
    if (!backlink.test(link.textContent.trim())) continue;
    const parent = link.parentElement;
    link.remove();
    // The link's parent may now be empty or hold just an arrow.
    const isEmpty =
      parent !== null && parent !== note && emptyBacklink.test(parent.textContent.trim());
    if (isEmpty) parent.remove();
  }
  const first = firstBlockOf(note);
  first.normalize();
  removeOwnMarker(first, label);
  first.prepend(rawMarkdown(note, `[^${label}]:`), ' ');
}

/** Returns the innermost block that starts with the text of the footnote. */
function firstBlockOf(note: Element): Element {
  let block = note;
  for (;;) {
    const [child] = Array.from(block.children);
    if (child === undefined || !child.matches('p, div, section')) return block;
    if (/\S/.test(child.previousSibling?.textContent ?? '')) return block;
    block = child;
  }
}

function removeOwnMarker(note: Element, label: string): void {
  const [element] = Array.from(note.children);
  const isFirst = element !== undefined && !/\S/.test(element.previousSibling?.textContent ?? '');
  if (isFirst && footnoteMarker.exec(element.textContent.trim())?.[1] === label)
    return element.remove();
  const text = note.firstChild;
  if (text?.nodeType !== note.TEXT_NODE) return;
  const words = (text.textContent ?? '').trimStart();
  const own = [`[${label}]`, `${label}.`, `${label})`, `${label} `].find((each) =>
    words.startsWith(each),
  );
  if (own !== undefined) text.textContent = words.slice(own.length).trimStart();
}

/** Removes the list around footnotes, which already have their own numbers. */
function unwrapList(list: Element): void {
  const { ownerDocument } = list;
  const blocks = [...list.childNodes].map((child) =>
    isElement(child) && child.localName === 'li'
      ? withTag(child, 'div')
      : createElement(ownerDocument, 'div', child),
  );
  const around = ownerDocument.createElement('div');
  for (const block of blocks) around.append(block);
  list.replaceWith(around);
}

function rawMarkdown(reference: Element, markdown: string): Element {
  const element = createElement(reference.ownerDocument, 'code', markdown);
  element.className = rawMarkdownClass;
  return element;
}
