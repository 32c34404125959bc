/** The card of a mark: the person's comment, and the way to take the mark off. */
import type { Mark } from '../contracts/highlights.ts';
import { cardContent, saidContent } from './box/contents.ts';
import type { Shell } from './box/shell.ts';
import type { MarksPorts } from './ports.ts';
import type { Drawing } from './drawing.ts';
import { areaOf } from './selection.ts';
import { markWords as words, troubleOf } from './words.ts';

export type CardParts = {
  ports: MarksPorts;
  shell: Shell;
  drawing: Drawing;
  onRemoved: (id: string) => void;
  onRestored: (mark: Mark) => void;
};

/** A mark, and where it stands. */
export type MarkThere = { mark: Mark; range: Range };

export function createCards({ ports, shell, drawing, onRemoved, onRestored }: CardParts) {
  const { document } = shell;

  async function remove(mark: Mark, range: Range): Promise<void> {
    const answer = await ports.ask('marks.unmark', { id: mark.id });
    if (!answer.ok) return say(range, { text: troubleOf(answer.error.code), act: null });
    onRemoved(mark.id);
    const act = { name: words.undo, onClick: () => void restore(mark, range) };
    say(range, { text: words.removed, act });
  }

  async function restore(mark: Mark, range: Range): Promise<void> {
    const answer = await ports.ask('marks.mark', { id: mark.id });
    if (!answer.ok) return say(range, { text: troubleOf(answer.error.code), act: null });
    onRestored(mark);
    shell.hide();
  }

  type Saying = { text: string; act: { name: string; onClick: () => void } | null };

  /** The card had the focus, which would be lost with it, and no key led to the way back. */
  function say(range: Range, saying: Saying): void {
    const { content, focus } = saidContent(document, { ...saying, onClose: shell.hide });
    show(range, content, focus);
  }

  function show(range: Range, content: HTMLElement, focus: () => void): void {
    shell.show({
      content,
      area: () => areaOf(range),
      near: range.commonAncestorContainer,
      isAskedFor: true,
      onEscape: shell.hide,
      focus,
    });
    focus();
  }

  return {
    /** Shows the first of the marks that lie over the same words, with the way to the others. */
    show(there: readonly MarkThere[], about = ''): void {
      const [first] = there;
      if (first === undefined) return;
      const act = (does: (one: MarkThere) => void) => (at: number) => {
        const one = there[at];
        if (one !== undefined) does(one);
      };
      const emphasise = act(({ range }) => drawing.show(range));
      const card = cardContent(document, {
        marks: there.map(({ mark: { anchor, comment } }) => ({
          quote: anchor.quote.exact,
          comment,
        })),
        about,
        onRemove: act(({ mark, range }) => void remove(mark, range)),
        onOther: emphasise,
        onClose: shell.hide,
      });
      show(first.range, card.content, card.focus);
      if (there.length > 1 || about !== '') emphasise(0);
    },
  };
}
