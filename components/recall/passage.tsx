import './passage.css';
import { useState } from 'react';
import { passageWindow, type Span } from './passage-window.ts';
import { recallWords } from '../words/recall.ts';

export type PassageProps = {
  passage: string;
  marks: readonly Span[];
  /** Shows the person's own words as a quotation. */
  quoted: boolean;
};

/** The words of a hit with the ones that led to it marked; a long one opens up on demand. */
export function Passage({ passage, marks, quoted }: PassageProps) {
  const [whole, setWhole] = useState(false);
  const { parts, cutBefore, cutAfter } = passageWindow(passage, marks, whole);
  const isLong = whole || cutBefore || cutAfter;
  return (
    <>
      <p className="passage" data-quoted={quoted || undefined} dir="auto">
        {cutBefore ? '… ' : null}
        {parts.map(({ key, text, marked }) => (marked ? <mark key={key}>{text}</mark> : text))}
        {cutAfter ? ' …' : null}
      </p>
      {isLong ? (
        <button
          type="button"
          className="passage-more"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? recallWords.less : recallWords.more}
        </button>
      ) : null}
    </>
  );
}
