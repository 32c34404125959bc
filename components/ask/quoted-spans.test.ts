import { describe, expect, it } from 'vitest';
import { quotedSpans } from './quoted-spans.ts';

const passage =
  'Tides\nThe moon pulls. "The pond was full by noon," she wrote. It was so. It fell again\nby night.';

function quoted(answer: string): string[] {
  return quotedSpans(passage, answer).map(([start, end]) => passage.slice(start, end));
}

describe('what an answer quotes of a passage', () => {
  it('is each sentence that stands in it word for word', () => {
    expect(quoted('“The pond was full by noon," she wrote.”\n\n“It fell again”')).toEqual([
      'The pond was full by noon," she wrote',
      'It fell again',
    ]);
  });

  it.each(['The pond filled at noon.', 'It was so.', ''])('is nothing of %j', (answer) => {
    expect(quoted(answer)).toEqual([]);
  });
});
