/** Brings a part of a copied page into a form whose Markdown reads like the page. */
import { blockMark, headingTags, labelMark, taskBox } from '../element-kinds.ts';
import type { Pace } from '../pace.ts';
import { normalizeCode } from './markdown-code.ts';
import { normalizeLinks } from './markdown-links.ts';
import { normalizeNotes } from './markdown-notes.ts';
import { normalizeTables } from './markdown-tables.ts';

/** Rewrites the element in place; `base` is what the addresses in it are relative to. */
export async function prepareForMarkdown(
  content: Element,
  base: string,
  pace: Pace,
): Promise<void> {
  for (const unread of Array.from(content.querySelectorAll('script, iframe, frame'))) {
    unread.remove();
  }
  labelPanels(content);
  removeControls(content);
  removeSeparators(content);
  normalizeCode(content);
  await pace();
  joinEmphasis(content);
  normalizeNotes(content);
  await pace();
  await normalizeLinks(content, base, pace);
  await normalizeTables(content, pace);
  await pace();
  separateBlocks(content);
}

/** Says above each panel what stood on its tab; the row of tabs itself leads nowhere in a text. */
function labelPanels(content: Element): void {
  for (const panel of Array.from(content.querySelectorAll(`[${labelMark}]`))) {
    const label = content.ownerDocument.createElement('strong');
    label.textContent = panel.getAttribute(labelMark);
    const line = content.ownerDocument.createElement('p');
    line.append(label);
    panel.prepend(line);
  }
  for (const tab of Array.from(content.querySelectorAll('[role=tablist] [role=tab]'))) tab.remove();
}

/** What is there to be pressed or filled in; the words on a button count where they are the heading of what it opens. */
function removeControls(content: Element): void {
  for (const control of Array.from(content.querySelectorAll('button, input'))) {
    const opens = control.closest(`${headingTags}, summary, dt`) !== null;
    const isTask = control.matches(taskBox);
    if (!opens && !isTask) control.remove();
  }
}

/** A bar or a dot between two links is a block of its own in some menus of the text. */
function removeSeparators(content: Element): void {
  for (const element of Array.from(content.querySelectorAll('p, div, li, dd'))) {
    if (element.childElementCount === 0 && /^\s*[|/*•·–—-]\s*$/.test(element.textContent)) {
      element.remove();
    }
  }
}

/** Editors leave one emphasis in several elements, side by side. */
function joinEmphasis(content: Element): void {
  for (const element of Array.from(content.querySelectorAll('b, strong, i, em'))) {
    const before = element.previousSibling;
    if (before === null || before.nodeName !== element.nodeName) continue;
    for (const child of Array.from(element.childNodes)) before.appendChild(child);
    element.remove();
  }
}

/** Puts a block around each inline element that the page shows as a block, so that its words touch no others. */
function separateBlocks(content: Element): void {
  for (const element of Array.from(content.querySelectorAll(`[${blockMark}], ${lesserBlocks}`))) {
    const block = element.ownerDocument.createElement('div');
    element.replaceWith(block);
    block.append(element);
  }
}

/** Blocks by nature that the converter takes for inline ones. */
const lesserBlocks = 'details, dialog, legend, optgroup, option, search, summary';
