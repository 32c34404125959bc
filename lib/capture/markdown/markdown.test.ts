import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { normalizeCodeBlocks } from '../snapshot/code-blocks.ts';
import { bodyOf } from '../elements.ts';
import { neverYield } from '../cooperative-yield.ts';
import { markdownOf, tidyMarkdown } from './markdown.ts';
import { takeSnapshot } from '../snapshot/page-snapshot.ts';
import { readFileSync, readdirSync } from 'node:fs';

const base = 'https://example.org/docs/page.html';

/** Converts a page as the capture does: snapshot, code blocks, Markdown. */
function convert(html: string): Promise<string> {
  const { document } = new JSDOM(html, { url: base }).window;
  const body = bodyOf(takeSnapshot(document));
  if (body === null) throw new Error('no body');
  normalizeCodeBlocks(body);
  return markdownOf(body, base, neverYield);
}

describe('markdownOf keeps the structure of', () => {
  it.each([
    ['headings', '<h1>One</h1><h3>Three <em>deep</em></h3>', '# One\n\n### Three *deep*'],
    ['a heading with a number', '<h2>1. First</h2>', '## 1. First'],
    ['a heading in two lines', '<h2>One<br>Two</h2>', '## One Two'],
    ['paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['line breaks', '<p>a<br>b</p>', 'a  \nb'],
    ['lists', '<ul><li>a<li>b<ul><li>c</ul></ul>', '- a\n- b\n  - c'],
    ['numbered lists', '<ol start=9><li>a<li>b</ol>', '9. a\n10. b'],
    ['list items with explicit numbers', '<ol><li>a<li value=5>b<li>c</ol>', '1. a\n5. b\n6. c'],
    ['reversed lists', '<ol reversed><li>a<li>b</ol>', '2. a\n1. b'],
    ['list items with several paragraphs', '<ul><li><p>a</p><p>b</p></ul>', '- a\n\n  b'],
    ['tasks', '<ul><li><input type=checkbox checked> a</ul>', '- [x] a'],
    ['tasks with a label', '<ul><li><label><input type=checkbox> a</label></ul>', '- [ ] a'],
    ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['inline quotes', '<p>so <q>called</q></p>', 'so “called”'],
    ['emphasis', '<p><b>a</b> <i>b</i> <s>c</s></p>', '**a** *b* ~~c~~'],
    ['nested emphasis', '<p><b>a<strong>b</strong></b></p>', '**ab**'],
    ['a link inside code', '<p><code>a(<a href=b>b</a>)</code></p>', '`a(b)`'],
    [
      'code inside a link',
      '<p><code><a href=b>b</a></code></p>',
      '[`b`](https://example.org/docs/b)',
    ],
    ['emphasis inside code', '<p><code>a <b>b</b>\n<i>c</i></code></p>', '`a b c`'],
    ['multi-line code', '<p>so<code>a<br>\n  b</code></p>', 'so\n\n```\na\n   b\n```'],
    [
      'multi-line code in a table',
      '<table><tr><td>a<td><code>b<br>c</code><tr><td>d<td>e</table>',
      '|     |     |\n| --- | --- |\n| a | `b c` |\n| d | e |',
    ],
    ['asterisks in a power', '<p>2<sup>n*m*k</sup></p>', String.raw`2^(n\*m\*k)`],
    ['compound powers', '<p>2<sup><i>n</i>+1</sup>, 1<sup>st</sup></p>', '2^(n+1), 1st'],
    ['adjacent emphasis', '<p><b>a </b><b>b</b></p>', '**a b**'],
    ['emphasis inside a word', '<p><b>S</b>pecific, h<i>o</i>t</p>', 'Specific, hot'],
    ['emphasis between ideographs', '<p>很<b>冷</b>的</p>', '很**冷**的'],
    ['emphasis across paragraphs', '<b><p>a</p><p>b</p></b>', 'a\n\nb'],
    ['definition lists', '<dl><dt>a</dt><dd>b</dd></dl>', 'a\n\nb'],
    ['details elements', '<details><summary>a</summary>b</details>', 'a\n\nb'],
    ['horizontal rules', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    [
      'captions',
      '<figure><img src=a.png alt=A><figcaption>b</figcaption></figure>',
      '![A](https://example.org/docs/a.png)\n\nb',
    ],
    [
      'formulas',
      '<p>so <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math>.</p>',
      'so $x_1$.',
    ],
    [
      'inline formulas whose source is out of the flow',
      '<p>so <span style="display:block;position:absolute;overflow:hidden;width:1px;height:1px"><math alttext="x_1"></math></span> is.</p>',
      'so $x_1$ is.',
    ],
    ['display formulas', '<p>so <math display=block alttext="x_1"></math></p>', 'so\n\n$$x_1$$'],
    [
      'formulas whose source is in a script',
      '<p>so <span class=MathJax_Preview>p</span><span class=MathJax>q</span><script type="math/tex">x_1</script></p>',
      'so $x_1$',
    ],
    [
      'tab panels with their labels',
      '<div role=tablist><button role=tab id=t>Linux</button></div><div role=tabpanel aria-labelledby=t><p>a</p></div>',
      '**Linux**\n\na',
    ],
    [
      'inactive tab panels, however short',
      '<div role=tablist><button role=tab id=t>macOS</button></div><div role=tabpanel aria-labelledby=t hidden><pre>brew install a</pre></div>',
      '**macOS**\n\n```\nbrew install a\n```',
    ],
    ['formulas without TeX', '<p>so <math><mi>x</mi> <mo>=</mo> <mn>1</mn></math>.</p>', 'so x=1.'],
    [
      'fractions and roots in MathML',
      '<math><mfrac><mn>1</mn><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></mfrac><mroot><mi>y</mi><mn>3</mn></mroot></math>',
      '$\\frac{1}{\\sqrt{x+1}}\\sqrt[3]{y}$',
    ],
    [
      'superscripts and subscripts in MathML',
      '<math display=block><msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup><mo>=</mo><msub><mi>x</mi><mi>i</mi></msub></math>',
      '$${ab}^{2}=x_{i}$$',
    ],
    [
      'sums with limits, and text in MathML',
      '<math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>x</mi><mtext> for all </mtext><mi>n</mi></math>',
      '$\\sum_{i}^{n}x\\text{ for all }n$',
    ],
    [
      'content repeated for screen readers, once',
      '<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation-xml><ci>x</ci></annotation-xml></semantics></math>',
      '$x^{2}$',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });
});

describe('markdownOf writes a long line', () => {
  const part = 'We walk <b>on</b> , <a href="/x">far</a>! <i>a</i>n d <br>- <b>e</b> ';

  it.each([
    ['in a paragraph', (line: string) => `<p>${line}</p>`],
    ['next to blocks', (line: string) => `<div><hr>${line}</div>`],
  ])('%s like a short one', async (_, around) => {
    const [three, four] = await Promise.all([3, 4].map((n) => convert(around(part.repeat(n)))));
    const more = four?.slice(three?.length) ?? '';

    const long = await convert(around(part.repeat(120)));

    expect(more).toContain('**on** , [far](https://example.org/x)! an d');
    expect(long).toBe(`${three}${more.repeat(117)}`);
  });
});

describe('markdownOf writes a long list', () => {
  it('as one list with continuous numbers', async () => {
    const items = Array.from({ length: 450 }, (_, at) => `<li>a${at}</li>`).join('');

    const lines = (await convert(`<ol start=5>${items}</ol>`)).split('\n');

    expect(lines).toHaveLength(450);
    expect(lines.every((line, at) => line === `${at + 5}. a${at}`)).toBe(true);
  });
});

describe('markdownOf writes footnotes', () => {
  const mark = 'so<sup><a href="#n1" id=r1>1</a></sup>.';

  it.each([
    [
      'in a list',
      `<p>${mark}</p><ol><li id=n1>Note. <a href="#r1">↩</a></li><li id=n2>Other.</li></ol>`,
      'so[^1].\n\n[^1]: Note. ↩\n\nOther.',
    ],
    [
      'that repeat their number',
      `<p>${mark}</p><p id=n1><a href="#r1">[1]</a> Note.</p>`,
      'so[^1].\n\n[^1]: Note. ↩',
    ],
    [
      'behind an anchor, marked with an asterisk',
      '<p>so<a href="#n">*</a></p><p><a name=n></a>Note.</p>',
      'so[^*]\n\n[^*]: Note. ↩',
    ],
    [
      'referenced twice',
      `<p>a${mark}</p><p>b<sup><a href="#n1">1</a></sup></p><ol><li id=n1>Note. <sup><a href="#r1">a</a></sup></li></ol>`,
      'aso[^1].\n\nb[^1]\n\n[^1]: Note. ↩',
    ],
    [
      'with several backlinks',
      `<p>${mark}</p><ol><li id=n1><span>^ <a href="#r1"><sup>a</sup></a> <a href="#r2"><sup>b</sup></a></span> <i>Note.</i></li></ol>`,
      'so[^1].\n\n[^1]: *Note.* ↩',
    ],
    [
      'with their number in an element',
      `<p>${mark}</p><ul><li id=n1> <b>[1]</b> <i>2</i> notes.</li></ul>`,
      'so[^1].\n\n[^1]: *2* notes.',
    ],
    ['outside the content as plain markers', `<p>${mark}</p>`, 'so[1].'],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });
});

describe('markdownOf writes small markup', () => {
  it.each([
    ['H<sub>2</sub>O', 'H₂O'],
    ['x<sup>2</sup> + 10<sup>−6</sup>', 'x^2 + 10^−6'],
    ['the 1<sup>st</sup> of it', 'the 1st of it'],
    ['<del>a</del> <ins>b</ins>', '~~a~~ b'],
    ['<del>$199</del><ins>$149</ins>', '~~$199~~ $149'],
    ['<ins>149 €</ins><s>199 €</s>', '149 € ~~199 €~~'],
    ['<del><span> $199 </span></del><b>$149</b>.', '~~$199~~ **$149**.'],
    ['<span><del>$199</del></span><span>$149</span>', '~~$199~~ $149'],
    ['the <del>old</del><ins>new</ins> price', 'the ~~old~~ new price'],
    [
      '(<del>old</del>, new), colo<del>u</del>r, <del>un</del>kept',
      '(~~old~~, new), colo~~u~~r, ~~un~~kept',
    ],
    ['a<del> </del>b', 'a b'],
  ])('%s', async (html, expected) => {
    expect(await convert(`<p>${html}</p>`)).toBe(expected);
  });
});

describe('markdownOf writes code', () => {
  it.each([
    ['inline', '<p><code>a_b*</code></p>', '`a_b*`'],
    [
      'with its language',
      '<pre><code class="language-ts">a\n  b</code></pre>',
      '```ts\na\n  b\n```',
    ],
    [
      'with the language of its container',
      '<div class="highlight-source-rust"><pre>a</pre></div>',
      '```rust\na\n```',
    ],
    ['with the language in a data attribute', '<pre data-lang="Go">a</pre>', '```go\na\n```'],
    ['of an old highlighter', '<pre class="brush: php">a</pre>', '```php\na\n```'],
    ['without a language', '<pre class="language-none">a</pre>', '```\na\n```'],
    ['with blank lines', '<pre>a\n\n\nb</pre>', '```\na\n\n\nb\n```'],
    ['that contains fences', '<pre>```\na\n```</pre>', '````\n```\na\n```\n````'],
    ['with line breaks', '<pre>a<br>b</pre>', '```\na\nb\n```'],
    [
      'with a block per line',
      '<pre><div>a</div>\n<div></div>\n<div>b</div></pre>',
      '```\na\n\nb\n```',
    ],
    ['without line numbers', '<pre><span class="lineno">1</span>a</pre>', '```\na\n```'],
    ['without buttons', '<pre><button>Copy</button>a</pre>', '```\na\n```'],
    [
      'in a table with line numbers',
      '<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>',
      '```\na\nb\n```',
    ],
    [
      'without escaping characters',
      '<pre>a | b &lt;c&gt; *d* _e_ [f](g)</pre>',
      '```\na | b <c> *d* _e_ [f](g)\n```',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });
});

describe('markdownOf writes tables', () => {
  it.each([
    [
      'of data',
      '<table><thead><tr><th>a<th>b</thead><tr><td>1<td>2</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'with a caption',
      '<table><caption>c</caption><tr><th>a<th>b</tr><tr><td>1<td>2</table>',
      'c\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'without a header',
      '<table><tr><td>a<td>b</tr><tr><td>1<td>2</table>',
      '|     |     |\n| --- | --- |\n| a | b |\n| 1 | 2 |',
    ],
    [
      'with column spans',
      '<table><tr><th>a<th>b</tr><tr><td colspan=2>1</table>',
      '| a | b |\n| --- | --- |\n| 1 |  |',
    ],
    [
      'with row spans',
      '<table><tr><th>a<th>b</tr><tr><td rowspan=2>1<td>2</tr><tr><td>3</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |',
    ],
    [
      'with a form around the cells',
      '<table><form></form><tr><th>a<th>b</tr><tr><td>1<td>2</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'with pipes in cells',
      '<table><tr><th>a<th>b</tr><tr><td><code>x || y</code><td>|</table>',
      '| a | b |\n| --- | --- |\n| `x \\|\\| y` | \\| |',
    ],
    [
      'with blocks in cells',
      '<table><tr><th>a<th>b</tr><tr><td><p>1</p><p>2</p><td><ul><li>3<li>4</ul></table>',
      '| a | b |\n| --- | --- |\n| 1 2 | 3 4 |',
    ],
    ['as text if they have only one column', '<table><tr><td>a</tr><tr><td>b</table>', 'a\n\nb'],
    [
      'as text if they contain tables',
      '<table><tr><td>a<td><table><tr><th>b<th>c</tr><tr><td>1<td>2</table></table>',
      'a\n\n| b | c |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'as text if they contain headings',
      '<table><tr><td><h2>a</h2><td>b</tr><tr><td>c<td>d</table>',
      '## a\n\nb\n\nc\n\nd',
    ],
    [
      'as text if they are declared as layout',
      '<table role=presentation><tr><td>a<td>b</tr><tr><td>c<td>d</table>',
      'a\n\nb\n\nc\n\nd',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });

  it('of many rows as one table', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => `<tr><td>${at}<td>b</tr>`).join('');

    const lines = (await convert(`<table><tr><th>n<th>m</tr>${rows}</table>`)).split('\n');

    expect(lines).toHaveLength(452);
    expect(lines.slice(0, 3)).toEqual(['| n | m |', '| --- | --- |', '| 0 | b |']);
    expect(lines.slice(2).every((line, at) => line === `| ${at} | b |`)).toBe(true);
  });

  it('that ask for a billion columns', async () => {
    const html =
      '<table><tr><th>a<th>b</tr><tr><td colspan=1000000000 rowspan=1000000000>1</table>';

    expect(await convert(html)).toContain('| 1 |');
  });
});

describe('markdownOf writes links', () => {
  it.each([
    ['absolute', '<a href="../a?b#c">x</a>', '[x](https://example.org/a?b#c)'],
    ['to a fragment of the page', '<a href="#c">see c</a>', `[see c](${base}#c)`],
    [
      'without unescaped brackets',
      '<a href="/a_(b)">x]</a>',
      '[x\\]](https://example.org/a_\\(b\\))',
    ],
    ['as text if they run a script', '<a href="JavaScript:void(0)">x</a>', 'x'],
    ['as text if they hold data', '<a href="data:text/html,x">x</a>', 'x'],
    ['as text if they open another program', '<a href="mailto:a@example.org">x</a>', 'x'],
    ['as text if they have no URL', '<a name=x>x</a>', 'x'],
    ['only if they have text', '<p>a<a href="/b"></a> <a href="/c"><i></i></a>b</p>', 'a b'],
    ['except the anchor next to a heading', '<h2>a<a href="#a">¶</a></h2>', '## a'],
    ['to a footnote as its marker', '<p>a<sup><a href="#n">1</a></sup></p>', 'a[1]'],
    [
      'with a space between them',
      '<a href="/a">a</a><a href="/b">b</a>',
      '[a](https://example.org/a) [b](https://example.org/b)',
    ],
    [
      'after an exclamation mark',
      '<p>oh!<a href="/a">a</a></p>',
      'oh\\![a](https://example.org/a)',
    ],
    [
      'around a card on its heading',
      '<a href="/a"><h3>a</h3><p>b</p></a>',
      '### [a](https://example.org/a)\n\nb',
    ],
    ['as text around a card without a heading', '<a href="/a"><p>a</p><p>b</p></a>', 'a\n\nb'],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });
});

describe('markdownOf writes images', () => {
  it.each([
    [
      'with their alternative text',
      '<img src="a.png" alt="A\n b">',
      '![A b](https://example.org/docs/a.png)',
    ],
    ['only if they have alternative text', '<p>x<img src="a.png"></p>', 'x'],
    ['as text if they hold data', '<img src="data:image/png;base64,AA" alt="A">', 'A'],
    ['as text if they show a single character', '<p>x <img src="a.png" alt="🙂"></p>', 'x 🙂'],
    [
      'unless text next to them repeats it',
      '<figure><img src="a.png" alt="A boat"><figcaption>a boat, 1902</figcaption></figure>',
      'a boat, 1902',
    ],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });
});

describe('markdownOf never joins', () => {
  it.each([
    ['blocks', '<div>a</div><div>b</div>', 'a\n\nb'],
    ['a block and loose text', 'a<p>b</p>c', 'a\n\nb\n\nc'],
    [
      'inline elements displayed as blocks',
      '<style>span{display:block}</style><span>a</span><span>b</span>',
      'a\n\nb',
    ],
    [
      'custom elements displayed as blocks',
      '<style>x-a{display:grid}</style><x-a>a</x-a><x-a>b</x-a>',
      'a\n\nb',
    ],
    [
      'terms, cells and captions',
      '<table><caption>a</caption><tr><td>b</table><dl><dt>c<dd>d</dl>',
      'a\n\nb\n\nc\n\nd',
    ],
    ['blocks in an inline element', '<span>a<div>b</div>c</span>', 'a\n\nb\n\nc'],
    ['lines around a hidden break', '<style>br{display:none}</style>a<br>b', 'a  \nb'],
    ['a summary and its content', '<summary>a</summary>b', 'a\n\nb'],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });
});

describe('markdownOf leaves out', () => {
  it.each([
    [
      'scripts, styles and templates',
      '<script>a</script><style>b</style><template>c</template>d',
      'd',
    ],
    ['drawings and players', '<svg><title>a</title></svg><video>b</video><canvas>c</canvas>d', 'd'],
    [
      'buttons and inputs',
      '<button>a</button><input value=b><select><option>c</select><textarea>d</textarea>e',
      'e',
    ],
    ['ruby annotations', '<ruby>漢<rt>かん</rt></ruby>字', '漢字'],
    ['comments', 'a<!-- b -->', 'a'],
    ['blocks with just a bar', '<div>a</div><div>|</div><div>b</div>', 'a\n\nb'],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });

  it('keeps a button that is the heading of its content', async () => {
    expect(await convert('<h3><button>Question?</button></h3><p>a</p>')).toBe('### Question?\n\na');
  });
});

describe('markdownOf keeps text apart from markup', () => {
  it.each([
    ['a number and a parenthesis alone', '<p>1)</p>', '1\\)'],
    ['a number after a wide space', '<p>&emsp;1.</p>', '1\\.'],
    ['a number after a space in an item', '<li>&nbsp;1) a</li>', '- 1\\) a'],
    ['a tag after a bare URL', '<p>www.a.example&lt;b&gt;</p>', 'www.a.example&lt;b>'],
    [
      'blocks in an inline element with spaces',
      '<div>a<u> <details open>b</details> </u>c</div>',
      'a\n\nb\n\nc',
    ],
    [
      'a carriage return in quoted code',
      '<blockquote><code>a&#13;b<br>c</code></blockquote>',
      '> ```\n> a\n> b\n> c\n> ```',
    ],
    [
      'a backtick in the name of a language',
      '<code class="language-a`b">c<br>d</code>',
      '```a\nc\nd\n```',
    ],
    ['control characters in code', '<pre>a&#1;b</pre>', '```\nab\n```'],
    [
      'the numbers of a link in a subscript',
      '<sub><a href=/1>1</a></sub>',
      '[1](https://example.org/1)',
    ],
    ['spaces that would indent code', '<p>&nbsp;&nbsp;&nbsp;&nbsp;a</p>', 'a'],
  ])('%s', async (_, html, expected) => {
    expect(await convert(html)).toBe(expected);
  });

  it.each([
    ['links within links', '<a href=/a>b</a>', 'c [b](https://example.org/a) d'],
    ['content between rows', '<i>b</i>', 'c\n\n*b*\n\nd'],
  ])('%s', async (_, inside, expected) => {
    // The parser would move these elsewhere, but scripts can add them.
    const { document } = new JSDOM('<div></div>', { url: base }).window;
    const outer = document.createElement(inside.startsWith('<a') ? 'a' : 'table');
    outer.setAttribute('href', '/b');
    outer.innerHTML = outer.localName === 'a' ? 'c <x></x> d' : '<tr><td>c<td><tr><td>d<td>';
    const place = outer.querySelector('x') ?? outer.querySelectorAll('tr')[1];
    place?.insertAdjacentHTML('beforebegin', `<span>${inside}</span>`);
    document.querySelector('div')?.append(outer);

    expect(await markdownOf(document.body, base, neverYield)).toBe(expected);
  });
});

describe('tidyMarkdown', () => {
  it.each([
    ['repeated blank lines', 'a\n\n \n\n\nb', 'a\n\nb'],
    ['whitespace around the text', '\n\na\n\n', 'a'],
    ['trailing whitespace', 'a \nb\t', 'a\nb'],
    ['a line break at the end of a paragraph', 'a  \n\nb', 'a\n\nb'],
    ['soft hyphens and byte order marks', '\uFEFFin\u00ADfor\u00ADma\u00ADtion', 'information'],
    ['non-breaking spaces', '15\u00A0°C', '15 °C'],
  ])('removes %s', (_, markdown, expected) => {
    expect(tidyMarkdown(markdown)).toBe(expected);
  });

  it.each([
    ['a line break', 'a  \nb'],
    ['the indentation of a list', '- a\n\n  b\n- c'],
    ['blank lines in code', '```js\na\n\n\nb \n```'],
    ['blank lines in code in a list', '- a\n\n  ```\n  a\n\n\n  b\n  ```'],
    ['fences inside longer fences', '````md\n```\n\n\n```\n````'],
    ['an escape at the start of a line', '- \\- a'],
    ['an escape in code', 'a `b \\+ c`'],
    ['joiners inside words', 'می\u200Cخواهم'],
  ])('keeps %s', (_, markdown) => {
    expect(tidyMarkdown(markdown)).toBe(markdown);
  });

  it('tidies the text after inline code that contains backticks', () => {
    expect(tidyMarkdown('````a``` b````\n\n\n\nc')).toBe('````a``` b````\n\nc');
  });

  it('tidies the text after code', () => {
    expect(tidyMarkdown('```\na\n```\n\n\n\nb')).toBe('```\na\n```\n\nb');
  });
});

const pages = new URL('../../../tests/fixtures/pages/whole/', import.meta.url);

describe('markdownOf on whole pages', () => {
  const names = readdirSync(pages)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''));

  it.each(names)('converts all of %s as expected', async (name) => {
    const url = `https://fixtures.example/pages/${name}.html`;
    const html = readFileSync(new URL(`${name}.html`, pages), 'utf8');
    const body = bodyOf(takeSnapshot(new JSDOM(html, { url }).window.document));
    if (body === null) throw new Error('no body');
    normalizeCodeBlocks(body);

    const markdown = await markdownOf(body, url, neverYield);

    expect(`${markdown}\n`).toBe(readFileSync(new URL(`${name}.md`, pages), 'utf8'));
  });
});
