/** Whether an element of a live page is in the person's sight. */
import { isCollapsed } from './collapsed.ts';
import { isFormulaSource } from './formula.ts';
import type { RawDom } from './raw-dom.ts';
import { isDecoration, isHidden, isUnseen } from './visibility.ts';

/** A source is that of a formula, which stands in the line where the page draws the formula. */
export type Sight = 'seen' | 'source' | 'folded' | 'unseen';

/** What is known of an element that may be copied. */
export type Shown = {
  tag: string;
  /** Those of its attributes; most elements have few, and what they do not have is not asked for. */
  names: readonly string[];
  style: CSSStyleDeclaration | null;
  display: string;
  sight: Sight;
};

/** Tells what is seen, what is in a fold that is closed, and what the person cannot see. */
export function sightOf(node: Element, { names, style, display }: Shown, dom: RawDom): Sight {
  const isMarked = names.includes('aria-hidden') && dom.attribute(node, 'aria-hidden') === 'true';
  if (isMarked && isDecoration(node, dom)) return 'unseen';
  const hidden = names.includes('hidden') ? dom.attribute(node, 'hidden') : null;
  const isUnfolding = hidden === 'until-found';
  const isOut = style === null ? hidden !== null && !isUnfolding : isUnseen(style, display);
  if (!isOut) return isUnfolding ? 'folded' : 'seen';
  if (isArriving(node, dom)) return 'seen';
  if (isFormulaSource(node, dom)) return 'source';
  return isCollapsed(node, dom) ? 'folded' : 'unseen';
}

/** In what is hidden until all is there, of the style `style`, this is hidden once more for itself. */
export function hidesAgain(node: Element, style: CSSStyleDeclaration | null, dom: RawDom): boolean {
  const own = style !== null && isHidden(style) ? dom.attribute(node, 'style') : null;
  return /visibility:\s*hidden/.test(own ?? '');
}

/** A part that React has sent and not put into its place yet; where the person has turned scripts off, it never does. */
function isArriving(element: Element, dom: RawDom): boolean {
  return (
    dom.attribute(element, 'hidden') !== null && streamed.test(dom.attribute(element, 'id') ?? '')
  );
}

const streamed = /^S:[\da-f]+$/;
