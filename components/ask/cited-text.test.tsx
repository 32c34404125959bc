import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CitedText } from './cited-text.tsx';

function html(text: string, sources = 0): string {
  return renderToStaticMarkup(<CitedText text={text} sources={sources} onCite={() => undefined} />);
}

describe('CitedText', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x()">b</b>',
    '![pixel](https://tracker.example/p.png)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '- <iframe src="https://a.example">',
  ])('creates no element that runs, loads or leads anywhere from %j', (text) => {
    const tags = html(text).match(/<[a-z]+/g) ?? [];

    expect(tags.filter((tag) => !['<div', '<p', '<ul', '<li', '<br'].includes(tag))).toEqual([]);
  });

  it('turns citations of existing sources into buttons', () => {
    const cited = html('So [1], and so [2, 1]; not [3] or [0].', 2);

    expect(cited.match(/<button/g)).toHaveLength(3);
    expect(cited).toContain('not [3] or [0].');
    expect(html('`a[1]`', 2)).not.toContain('<button');
  });

  it.each([
    ['blank lines', `${'\n \t'.repeat(6_000)}x`],
    ['nested quotes', '>'.repeat(20_000)],
    ['nested lists', Array.from({ length: 200 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
    ['open emphasis', '*a_ '.repeat(5_000)],
    ['open brackets', '['.repeat(20_000)],
    ['open tags', '<a '.repeat(6_000)],
  ])('survives many %s within the time limit of a test', (_, text) => {
    expect(html(text)).not.toBe('');
  });
});
