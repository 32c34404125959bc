/** Writes nodes as Markdown by the rules for their elements. Doesn't recurse, and can yield between any two nodes. */
import { serviceLimits } from '../../contract/limits.ts';
import { blockTags, isElement, isText } from '../elements.ts';
import type { YieldIfDue } from '../cooperative-yield.ts';
import { markText } from './escape-markdown.ts';
import { ruleOf, type Rule } from './markdown-rules.ts';
import { collapseWhitespace } from './collapse-whitespace.ts';

/** Elements that count without text. */
const textlessContent: ReadonlySet<string> = new Set(
  'a area audio br col embed hr img input table tbody td tfoot th thead video wbr'.split(' '),
);

/** An element whose contents are being written. */
type Open = {
  element: Element | null;
  next: Node | null;
  isCode: boolean;
  /** Markdown written so far; only the last piece can end in line breaks. */
  pieces: string[];
  isBlank: boolean;
  /** White space before and after the text. */
  before: string;
  hasText: boolean;
  after: string;
};

/**
 * Converts the contents of `root`, which `collapseWhitespace` changes. Returns only a part if even that is longer than
 * what the service accepts.
 */
export async function convertNodes(root: Node, yieldIfDue: YieldIfDue): Promise<string> {
  await collapseWhitespace(root, yieldIfDue);
  const open: Open[] = [openingOf(null, root, false)];
  let steps = 0;
  for (;;) {
    const current = open.at(-1);
    if (current === undefined) return '';
    if (++steps % 128 === 0) await yieldIfDue();
    const node = current.next;
    if (node !== null) {
      current.next = node.nextSibling;
      if (isText(node)) {
        addEdges(current, edgesOf(node.data));
        join(current.pieces, current.isCode ? node.data : markText(node.data));
      } else if (isElement(node)) {
        open.push(openingOf(node, node, current.isCode || node.localName === 'code'));
      }
      continue;
    }
    open.pop();
    const outer = open.at(-1);
    const { element } = current;
    if (outer === undefined || element === null) {
      return current.pieces
        .join('')
        .replace(/^[\t\r\n]+/, '')
        .trimEnd();
    }
    if (textlessContent.has(element.localName)) current.isBlank = false;
    const written = markdownOf(element, current);
    // It can't be saved, and lists in lists would make it far longer still.
    if (written.length > serviceLimits.contentBytes) return written;
    join(outer.pieces, written);
    addEdges(outer, current);
    outer.isBlank &&= current.isBlank;
  }
}

function openingOf(element: Element | null, { firstChild }: Node, isCode: boolean): Open {
  const edges = { before: '', hasText: false, after: '' };
  return { element, next: firstChild, isCode, pieces: [], isBlank: true, ...edges };
}

function markdownOf(element: Element, written: Open): string {
  const isBlock = blockTags.has(element.localName);
  const content = written.pieces.join('');
  const rule = written.isBlank ? blankRule(isBlock) : (ruleOf(element) ?? defaultRule(isBlock));
  if (isBlock) return rule(content, element);
  const { before, after } = spaceAround(element, written);
  return before + rule(before === '' && after === '' ? content : content.trim(), element) + after;
}

function blankRule(isBlock: boolean): Rule {
  return () => (isBlock ? '\n\n' : '');
}

function defaultRule(isBlock: boolean): Rule {
  return (content) => (isBlock ? `\n\n${content}\n\n` : content);
}

type Edges = Pick<Open, 'before' | 'hasText' | 'after'>;

function edgesOf(text: string): Edges {
  const { length } = text.trim();
  if (length === 0) return { before: text, hasText: false, after: text };
  const before = text.slice(0, text.length - text.trimStart().length);
  return { before, hasText: true, after: text.slice(before.length + length) };
}

function addEdges(open: Open, { before, hasText, after }: Edges): void {
  if (!open.hasText) open.before += before;
  open.after = hasText ? after : open.after + after;
  open.hasText ||= hasText;
  open.isBlank &&= !hasText;
}

/** Returns the white space to write outside an inline element, without spaces that its neighbors have already. */
function spaceAround(element: Element, { before, hasText, after }: Edges) {
  const opening = /^[ \t\r\n]*/.exec(before)?.[0] ?? '';
  const isAfterSpace = opening !== '' && isSpaceAt(element.previousSibling, / $/);
  if (!hasText) return { before: isAfterSpace ? before.slice(opening.length) : before, after: '' };
  const closing = after.slice(after.search(/[ \t\r\n]*$/));
  const isBeforeSpace = closing !== '' && isSpaceAt(element.nextSibling, /^ /);
  return {
    before: isAfterSpace ? before.slice(opening.length) : before,
    after: isBeforeSpace ? after.slice(0, after.length - closing.length) : after,
  };
}

function isSpaceAt(neighbor: Node | null, pattern: RegExp): boolean {
  if (neighbor === null || (isElement(neighbor) && blockTags.has(neighbor.localName))) return false;
  return pattern.test(neighbor.textContent ?? '');
}

/** Appends Markdown with the larger number of line breaks of both sides, at most two. */
function join(pieces: string[], added: string): void {
  const last = pieces.pop() ?? '';
  const end = withoutBreaks(last);
  const start = added.replace(/^\n+/, '');
  const breaks = Math.max(last.length - end.length, added.length - start.length);
  for (const piece of [end, '\n\n'.slice(0, breaks), start]) if (piece !== '') pieces.push(piece);
}

/** Removes line breaks at the end. A pattern would take quadratic time. */
function withoutBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}
