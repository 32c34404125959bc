/** Brings footnotes into the form that Markdown has for them: `[^1]` in the text, and `[^1]: …` where the note stands. */
import { writtenClass } from '../element-kinds.ts';

/** What stands for a note in the text: a number or a sign, in brackets or not. */
const mark = /^\[?(\d{1,4}|[*†‡§]{1,4})\]?$/;

/** What leads from a note back to the text. */
const wayBack = /^(?:\^|[↩↑⏎⤴]\uFE0E?|\[?\d{1,4}\]?\.?|[*†‡§]{1,4}|[a-z]{1,2})$/u;

/** What is left of these where the links are taken out. */
const emptyWay = /^[\^↩↑⏎⤴\s]*$/u;

/** Rewrites marks and notes in place. A mark whose note is not part of the text stays a link: see `normalizeLinks`. */
export function normalizeNotes(content: Element): void {
  const notes = new Map<Element, string>();
  const links = Array.from(content.querySelectorAll('a[href^="#"]'));
  if (links.length === 0) return;
  const byId = elementsById(content);
  for (const link of links) {
    const label = mark.exec(link.textContent.trim())?.[1];
    const note = byId.get(placeOf(link));
    if (label === undefined || note === undefined) continue;
    if (!content.contains(note) || !follows(note, link)) continue;
    const of = noteAround(note);
    notes.set(of, notes.get(of) ?? label);
    const shown = link.parentElement?.localName === 'sup' ? link.parentElement : link;
    if (shown.textContent.trim() === link.textContent.trim()) {
      shown.replaceWith(written(link, `[^${notes.get(of) ?? label}]`));
    } else link.replaceWith(written(link, `[^${notes.get(of) ?? label}]`));
  }
  for (const [note, label] of notes) writeNote(note, label);
  for (const list of new Set(Array.from(notes.keys(), (note) => note.parentElement))) {
    if (list?.localName === 'ol' || list?.localName === 'ul') unlist(list);
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

function placeOf(link: Element): string {
  const name = (link.getAttribute('href') ?? '').slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that begins no escape is one.
    return name;
  }
}

function follows(note: Element, link: Element): boolean {
  const position = link.compareDocumentPosition(note);
  const isAfter = (position & link.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isAfter && (position & link.DOCUMENT_POSITION_CONTAINED_BY) === 0;
}

/** An anchor may stand at the beginning of its note. */
function noteAround(target: Element): Element {
  return target.closest('li, p, dd, td, div, aside, section') ?? target;
}

function writeNote(note: Element, label: string): void {
  for (const link of Array.from(note.querySelectorAll('a[href^="#"]'))) {
    if (!wayBack.test(link.textContent.trim())) continue;
    const around = link.parentElement;
    link.remove();
    // What held it may hold nothing else, or only the sign before it.
    const isEmpty = around !== null && around !== note && emptyWay.test(around.textContent.trim());
    if (isEmpty) around.remove();
  }
  const first = note.querySelector(':scope > p:first-child') ?? note;
  first.normalize();
  removeOwnMark(first, label);
  first.prepend(written(note, `[^${label}]:`), ' ');
}

/** A note may begin with its mark in so many letters. */
function removeOwnMark(note: Element, label: string): void {
  const [element] = Array.from(note.children);
  const isFirst = element !== undefined && !/\S/.test(element.previousSibling?.textContent ?? '');
  if (isFirst && mark.exec(element.textContent.trim())?.[1] === label) return element.remove();
  const text = note.firstChild;
  if (text?.nodeType !== note.TEXT_NODE) return;
  const words = (text.textContent ?? '').trimStart();
  const own = [`[${label}]`, `${label}.`, `${label})`, `${label} `].find((each) =>
    words.startsWith(each),
  );
  if (own !== undefined) text.textContent = words.slice(own.length).trimStart();
}

/** The notes number themselves, so their list is none. */
function unlist(list: Element): void {
  const document = list.ownerDocument;
  const whole = document.createElement('div');
  for (const child of Array.from(list.childNodes)) {
    const block = document.createElement('div');
    if (child.nodeName === 'LI') block.append(...Array.from(child.childNodes));
    else block.append(child);
    whole.append(block);
  }
  list.replaceWith(whole);
}

function written(near: Element, markdown: string): Element {
  const element = near.ownerDocument.createElement('code');
  element.className = writtenClass;
  element.textContent = markdown;
  return element;
}
