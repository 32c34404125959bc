import { describe, expect, it } from 'vitest';
import { createLineCounter } from './model.ts';

const file = [
  '{"format":"keepsake-export","version":1}',
  '{"type":"memory","name":"Bücher"}',
  '{"type":"document","memory":"Bücher","content":"{\\"type\\":\\"note\\"}\\n"}',
  '{"type":"note","memory":"Bücher","content":"ü"}',
  '{"type":"note","memory":"Bücher","content":"日本"}',
  '{"type":"rule","content":"Answer briefly","key":null}',
  '{"type":"end","lines":6}',
  '',
].join('\n');
const counts = { memory: 1, document: 1, note: 2, fact: 0, rule: 1 };

function count(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const counter = createLineCounter();
  for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
  return counter.end();
}

describe('createLineCounter', () => {
  it.each([1, 2, 7, 64, 100_000])('counts lines in chunks of %i bytes', (size) => {
    expect(count(file, size)).toEqual(counts);
  });

  it('counts a last line without a line break', () => {
    expect(count(file.trimEnd(), 64)).toEqual(counts);
  });

  it.each([
    ['is incomplete', file.slice(0, file.indexOf('{"type":"end"'))],
    ['is empty', ''],
    ['continues after its end', `${file}{"type":"note"}\n`],
  ])('returns null for a file that %s', (_what, text) => {
    expect(count(text, 64)).toBeNull();
  });
});
