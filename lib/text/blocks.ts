/** Splits Markdown into blocks, in one pass over its lines. */

export type BlockKind =
  | 'heading'
  | 'code'
  | 'table'
  | 'item'
  | 'quote'
  | 'paragraph'
  /** A horizontal rule or link definition. */
  | 'mark'
  | 'blank';

export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let fence: string | null = null;
  for (let start = 0; start < markdown.length;) {
    const end = endOfLine(markdown, start);
    const line = markdown.slice(start, Math.min(end, start + LOOK_AT));
    if (fence === null) {
      fence = FENCE.exec(line)?.[1] ?? null;
      const kind = fence === null ? kindOf(line) : 'code';
      append(blocks, { kind, start, end }, fence !== null);
    } else {
      append(blocks, { kind: 'code', start, end }, false);
      if (closes(line, fence)) fence = null;
    }
    start = end;
  }
  return blocks;
}

/** Returns the end of a line, including its line break. */
export function endOfLine(text: string, start: number): number {
  const found = text.indexOf('\n', start);
  return found === -1 ? text.length : found + 1;
}

/** A line may be a whole text, but its start determines its kind. */
const LOOK_AT = 400;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/;
const DEFINITION =
  /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?(?:https?:|mailto:|[/#.])\S*>?(?:[ \t]+["'(][^\n]{0,200}["')])?$/;

/** The first match determines the kind. Lines without a match belong to a paragraph. */
const LINE_KINDS: readonly (readonly [BlockKind, RegExp])[] = [
  ['blank', /^$/],
  ['heading', /^ {0,3}#{1,6}(?:\s|$)/],
  ['mark', RULE],
  ['mark', DEFINITION],
  ['quote', /^ {0,3}>/],
  ['table', /^\s*\|/],
  ['item', /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/],
];

function kindOf(line: string): BlockKind {
  const text = line.trimEnd();
  return LINE_KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'paragraph';
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}

/** Adds a line. Merges lines of one kind except headings and items; lazy continuation lines join an item or quote. */
function append(blocks: Block[], { kind, start, end }: Block, opens: boolean): void {
  const last = blocks.at(-1);
  const joins =
    last !== undefined &&
    !opens &&
    kind !== 'heading' &&
    kind !== 'item' &&
    (last.kind === kind ||
      (kind === 'paragraph' && (last.kind === 'item' || last.kind === 'quote')));
  if (joins) blocks[blocks.length - 1] = { kind: last.kind, start: last.start, end };
  else blocks.push({ kind, start, end });
}
