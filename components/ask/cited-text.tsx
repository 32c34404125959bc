import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/i18n.ts';
import { Markdown } from '../ui/markdown.tsx';

export type CitedTextProps = {
  text: string;
  /** The number of sources that can be cited. */
  sources: number;
  /** Called with the number of a cited source, counting from 1. */
  onCite: (source: number) => void;
};

/** Shows a model's answer, with its citations as buttons. */
export function CitedText({ text, ...citing }: CitedTextProps) {
  return <Markdown text={text} renderText={(words) => cited(words, citing)} />;
}

/** Turns citations, such as `[2]` or `[1, 3]`, into buttons that go to the source. */
function cited(
  text: string,
  { sources, onCite }: Pick<CitedTextProps, 'sources' | 'onCite'>,
): ReactNode {
  return text.split(/(\[\d+(?:\s*,\s*\d+)*\])/).map((part, index) => {
    const numbers = index % 2 === 1 ? part.slice(1, -1).split(',').map(Number) : [];
    if (numbers.length === 0 || !numbers.every((number) => number >= 1 && number <= sources))
      return part;
    return numbers.map((number) => (
      <button
        key={`${index} ${number}`}
        type="button"
        className="ask-cite"
        aria-label={t('ask_cite', { number: String(number) })}
        onClick={() => onCite(number)}
      >
        {number}
      </button>
    ));
  });
}
