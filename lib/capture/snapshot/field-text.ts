import type { RawDom } from './raw-dom.ts';

/**
 * Collects the text in form fields. It's part of the page only if it is most of the page's text, as in a notepad or a
 * record; otherwise it's a comment that someone is writing, or an address to copy.
 */
export class FieldText {
  readonly #fields: { placeholder: Element; text: string }[] = [];
  #length = 0;

  /** Adds an empty element for the text of a field, to be filled if the text counts. */
  add(text: string, tag: string, into: Element): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    // An input is in line with its label.
    const placeholder = into.ownerDocument.createElement(tag === 'input' ? 'span' : 'div');
    into.append(placeholder);
    this.#fields.push({ placeholder, text: trimmed });
    this.#length += trimmed.length;
  }

  /** Fills the added elements if their text outweighs the other text, and removes them otherwise. */
  settle(otherCharacters: number): void {
    const isMain = this.#length > otherCharacters;
    for (const { placeholder, text } of this.#fields) {
      if (!isMain) placeholder.remove();
      else if (placeholder.localName === 'span') placeholder.append(text, ' ');
      else
        for (const paragraph of paragraphsOf(text, placeholder.ownerDocument))
          placeholder.append(paragraph);
    }
  }
}

function paragraphsOf(text: string, copy: Document): Element[] {
  return text.split(/\n\s*\n/).map((paragraph) => {
    const lines = paragraph.split('\n');
    const element = copy.createElement('p');
    for (const [at, line] of lines.entries()) {
      if (at > 0) element.append(copy.createElement('br'));
      element.append(line);
    }
    return element;
  });
}

/** Returns the text of a field that isn't being filled in: any text area, or a text input that can't be edited. */
export function fieldTextOf(field: Element, tag: string, dom: RawDom): string {
  const isLocked = ['readonly', 'disabled'].some((name) => dom.attribute(field, name) !== null);
  const type = dom.attribute(field, 'type')?.toLowerCase() ?? 'text';
  const isRead = tag === 'textarea' || (tag === 'input' && isLocked && textTypes.has(type));
  return isRead ? dom.value(field) : '';
}

const textTypes: ReadonlySet<string> = new Set(['', 'text', 'number', 'date', 'month', 'time']);
