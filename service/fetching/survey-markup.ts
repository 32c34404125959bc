/** Reads markup in one pass that takes time and memory in proportion to its size, however hostile it is. */
import { Tokenizer } from 'htmlparser2';
import { yieldToEventLoop } from '../../lib/capture/cooperative-yield.ts';
import { blockTags } from '../../lib/capture/elements.ts';

export interface MarkupSurvey {
  /** Whether a parser can build the document's tree in reasonable time and memory. */
  readonly isParsable: boolean;
  readonly title: string;
  /** All text, one paragraph per block, including menus and whatever a style sheet would hide. */
  readonly text: string;
}

/** Large pages have a few tens of thousands of elements, rarely nested deeper than a hundred. */
const limits = {
  characters: 8_000_000,
  elements: 100_000,
  attributes: 300_000,
  attributesPerElement: 1000,
  /** Browsers stop nesting at 512. */
  depth: 1000,
  /** A parser repeats unclosed formatting elements in each block that follows. */
  repeatedFormatting: 300_000,
};
/** Characters to read before other work gets a turn. */
const CHUNK_LENGTH = 64 * 1024;

/** Surveys markup up to a maximum length. Longer markup counts as unparsable, and its text is cut off. */
export async function surveyMarkup(html: string): Promise<MarkupSurvey> {
  const length = Math.min(html.length, limits.characters);
  const cost = createCostEstimate();
  const text = createTextCollector();
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        const name = nameAt(start, end);
        cost.open(name);
        text.open(name);
      },
      onclosetag(start, end) {
        const name = nameAt(start, end);
        cost.close(name);
        text.close(name);
      },
      onattribname: () => cost.addAttribute(),
      ontext: (start, end) => text.add(html.slice(start, end)),
      onselfclosingtag: () => cost.closeSelf(),
      ontextentity: (codePoint) => text.add(String.fromCodePoint(codePoint)),
      onopentagend: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  for (let start = 0; start < length; start += CHUNK_LENGTH) {
    if (start > 0) await yieldToEventLoop();
    tokenizer.write(html.slice(start, Math.min(start + CHUNK_LENGTH, length)));
  }
  tokenizer.end();
  return { isParsable: length === html.length && cost.isWithinLimits(), ...text.end() };
}

/** Void elements, and elements that can't contain their own kind, because the next one closes the one before. */
const notNesting = new Set(
  (
    'area base body br col colgroup dd dt embed head hr html img input li link meta optgroup option p param rp rt ' +
    'source tbody td tfoot th thead tr track wbr'
  ).split(' '),
);
const formattingTags = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

function createCostEstimate() {
  const openByName = new Map<string, number>();
  let lastName = '';
  let [elements, attributes, attributesHere, mostAttributes] = [0, 0, 0, 0];
  let [depth, maxDepth, formatting, repeatedFormatting] = [0, 0, 0, 0];
  const isOpen = (name: string) => (openByName.get(name) ?? 0) > 0;

  function close(name: string): void {
    // A parser ignores end tags of elements that aren't open.
    if (!isOpen(name)) return;
    openByName.set(name, (openByName.get(name) ?? 0) - 1);
    depth -= 1;
    if (formattingTags.has(name)) formatting -= 1;
  }

  return {
    open(name: string) {
      lastName = name;
      elements += 1;
      attributesHere = 0;
      if (blockTags.has(name)) repeatedFormatting += formatting;
      if (notNesting.has(name)) return;
      openByName.set(name, (openByName.get(name) ?? 0) + 1);
      depth += 1;
      maxDepth = Math.max(maxDepth, depth);
      if (formattingTags.has(name)) formatting += 1;
    },
    close,
    /** Closes the element of a tag that ends in `/>`. Outside SVG and MathML, parsers ignore the slash. */
    closeSelf() {
      if (isOpen('svg') || isOpen('math')) close(lastName);
    },
    addAttribute() {
      attributes += 1;
      attributesHere += 1;
      mostAttributes = Math.max(mostAttributes, attributesHere);
    },
    isWithinLimits: () =>
      elements <= limits.elements &&
      attributes <= limits.attributes &&
      mostAttributes <= limits.attributesPerElement &&
      maxDepth <= limits.depth &&
      repeatedFormatting <= limits.repeatedFormatting,
  };
}

/** Elements whose content is plain text up to the end tag. */
const unreadTags = new Set(['script', 'style', 'textarea']);

function createTextCollector() {
  const paragraphs: string[] = [];
  const titleParts: string[] = [];
  let paragraph: string[] = [];
  let endsInSpace = true;
  let unread = '';
  let hasTitle = false;

  function endParagraph(): void {
    const text = paragraph.join('').trimEnd();
    if (text !== '') paragraphs.push(text);
    paragraph = [];
    endsInSpace = true;
  }

  function add(raw: string): void {
    if (unread === 'title' && !hasTitle) titleParts.push(raw);
    if (unread !== '') return;
    const collapsed = raw.replaceAll(/\s+/g, ' ');
    const text = endsInSpace ? collapsed.trimStart() : collapsed;
    if (text === '') return;
    endsInSpace = text.endsWith(' ');
    paragraph.push(text);
  }

  return {
    add,
    open(name: string) {
      if (name === 'title' || unreadTags.has(name)) unread = name;
      if (blockTags.has(name) || name === 'br') endParagraph();
    },
    close(name: string) {
      if (name === unread) unread = '';
      // Only the first title counts: SVG has title elements too.
      if (name === 'title') hasTitle = true;
      if (blockTags.has(name)) endParagraph();
    },
    end() {
      endParagraph();
      const title = titleParts.join('').replaceAll(/\s+/g, ' ').trim();
      return { title, text: paragraphs.join('\n\n') };
    },
  };
}
