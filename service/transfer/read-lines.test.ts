import { describe, expect, it } from 'vitest';
import { splitLines } from './read-lines.ts';

async function split(chunks: readonly string[], max = 100): Promise<(string | null)[]> {
  const encoder = new TextEncoder();
  const lines: (string | null)[] = [];
  for await (const line of splitLines(
    chunks.map((chunk) => encoder.encode(chunk)),
    max,
  )) {
    lines.push(line.ok ? new TextDecoder().decode(line.value) : null);
  }
  return lines;
}

describe('splitLines', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [['a\nb'], ['a', 'b']],
    [
      ['a', 'b\n', '\n', 'c\nd'],
      ['ab', '', 'c', 'd'],
    ],
    [
      ['ü\n', 'é'],
      ['ü', 'é'],
    ],
    [[], []],
    [['', '\n'], ['']],
  ])('splits %j into %j', async (chunks, lines) => {
    expect(await split(chunks)).toEqual(lines);
  });

  it('skips an oversized line', async () => {
    expect(await split(['ab\n', 'x'.repeat(60), 'x'.repeat(60), 'x\ncd\n'])).toEqual([
      'ab',
      null,
      'cd',
    ]);
  });
});
