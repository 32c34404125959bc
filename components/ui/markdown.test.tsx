// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

function rendered(text: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(<Markdown text={text} />);
  return page;
}

const textsOf = (page: HTMLElement, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('Markdown', () => {
  it('renders headings, emphasis, lists, quotes, code and tables as elements', () => {
    const page = rendered(
      [
        '# Bread',
        '## Starter',
        'Feed it **daily**, *warm*, ~~cold~~, with `flour`.',
        '1. Mix\n2. Rest\n   - covered',
        '- [x] Bake',
        '> Patience.',
        '```sh\nbake --hot\n```',
        '| Flour | Grams |\n| --- | ---: |\n| Rye | 200 |',
      ].join('\n\n'),
    );

    expect(textsOf(page, 'h3')).toEqual(['Bread']);
    expect(textsOf(page, 'h4')).toEqual(['Starter']);
    expect(textsOf(page, 'strong, em, del, p > code')).toEqual(['daily', 'warm', 'cold', 'flour']);
    expect(textsOf(page, 'ol > li')).toHaveLength(2);
    expect(textsOf(page, 'ol ul > li')).toEqual(['covered']);
    expect(textsOf(page, 'li[data-task]')).toEqual(['☑ Bake']);
    expect(textsOf(page, 'blockquote')).toEqual(['Patience.']);
    expect(textsOf(page, 'pre')).toEqual(['bake --hot']);
    expect(textsOf(page, 'th, td')).toEqual(['Flour', 'Grams', 'Rye', '200']);
  });

  it('shows HTML as text', () => {
    const html =
      '<img src=x onerror=alert(1)>\n\nand <b onclick="x()">bold</b> <script>x()</script>';
    const page = rendered(html);

    expect(page.querySelector('img, b, script')).toBeNull();
    expect(page.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(page.textContent).toContain('<b onclick="x()">bold</b>');
  });

  it('links only web and mail addresses', () => {
    const page = rendered(
      '[site](https://example.com/a) [mail](mailto:a@example.com) [run](javascript:alert(1)) [data](data:text/html,x) [here](/b)',
    );

    const links = [...page.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/a',
      'mailto:a@example.com',
    ]);
    expect(links.every((link) => link.rel === 'noreferrer')).toBe(true);
    expect(page.textContent).toBe('site mail run data here');
  });

  it('shows an image as its alternative text, so that no other site learns of it', () => {
    const page = rendered('![A loaf](https://tracker.example/loaf.png)');

    expect(page.textContent).toBe('A loaf');
    expect(page.querySelector('img')).toBeNull();
  });

  it('shows escaped characters as they were on the page', () => {
    expect(rendered('2 \\* 3, \\<b> and AT\\&amp;T').textContent).toBe('2 * 3, <b> and AT&amp;T');
  });

  it.each([1_000, 10_000])('limits the nesting of %i quotes', (levels) => {
    const page = rendered(`${'> '.repeat(levels)}deep`);

    expect(page.querySelectorAll('blockquote').length).toBeLessThan(50);
    expect(page.textContent).toContain('deep');
  });
});
