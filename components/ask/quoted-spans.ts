import { sentenceEnds } from '../../lib/core/text/sentences.ts';

/** `[start, end)` in UTF-16 code units. */
type Span = [number, number];

/** A shorter sentence, such as “It was so”, is said without being quoted. */
const leastLength = 12;

/** Finds the sentences of a passage that an answer says word for word, from their first letter to their last. */
export function quotedSpans(passage: string, answer: string): Span[] {
  return [...passage.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    sentencesOf(line)
      .filter(([start, end]) => end - start >= leastLength)
      .filter(([start, end]) => answer.includes(line.slice(start, end)))
      .map(([start, end]): Span => [index + start, index + end]),
  );
}

function sentencesOf(line: string): Span[] {
  const ends = sentenceEnds(line);
  return ends.flatMap((end, at): Span[] => {
    const from = ends[at - 1] ?? 0;
    const said = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(line.slice(from, end));
    return said === null ? [] : [[from + said.index, from + said.index + said[0].length]];
  });
}
