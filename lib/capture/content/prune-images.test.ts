import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { removeRedundantImages } from './prune-images.ts';

/** Returns the alternative texts of the images that are kept. */
function keptOf(html: string): readonly string[] {
  const { document } = new JSDOM(html).window;
  removeRedundantImages(document.body, 'The tides of Sallow');
  return Array.from(document.images, ({ alt }) => alt.trim());
}

describe('removeRedundantImages in short content', () => {
  it.each([
    ['keeps an image', '<img alt="a">', ['a']],
    [
      'keeps the first of several images with the same text',
      '<img alt="a"><img alt="b"><img alt=" A">',
      ['a', 'b'],
    ],
    ['keeps every emoji', '<p><img alt="🙂"> one</p><p><img alt="🙂"> two</p>', ['🙂', '🙂']],
    ['removes an image linked to another page', '<a href="/b"><img alt="a"></a>', []],
    ['keeps an image linked to its own file', '<a href="/b.JPG?w=9"><img alt="a"></a>', ['a']],
    ['keeps an image inside an anchor without href', '<a name="b"><img alt="a"></a>', ['a']],
    ['removes an image whose text is a file name', '<img alt="b-2.jpg">', []],
    [
      'removes an image whose text repeats the content',
      '<img alt="The old mill"><p>This is the  old mill.</p>',
      [],
    ],
    ['removes an image whose text repeats the title', '<img alt="Tides of Sallow">', []],
    [
      'keeps an image that shares one word with the content',
      '<img alt="Mill"><p>The old mill</p>',
      ['Mill'],
    ],
  ])('%s', (_, html, expected) => {
    expect(keptOf(html)).toEqual(expected);
  });
});

describe('removeRedundantImages in long content', () => {
  const text = `<p>${'The sea came in and went out again. '.repeat(20)}</p>`;

  it.each([
    [
      'removes a photograph of a view',
      '<img alt="A mill between a full pond and an empty creek">',
      false,
    ],
    ['removes a name', '<p><img alt="Mill"></p>', false],
    ['keeps a chart', '<img alt="Chart of the corn ground each year of the century">', true],
    [
      'keeps a chart described in another language',
      '<img alt="Diagramme du moulin à marée de la côte">',
      true,
    ],
    ['removes a photograph', '<img alt="A photograph of the mill and its pond">', false],
    [
      'keeps a finding with two numbers',
      '<img alt="Grinding took from 9 until 14 hours a day">',
      true,
    ],
    [
      'removes a product with its measures',
      '<img alt="Tide Mill Flour 2 Bags 500 Grams Organic">',
      false,
    ],
    ['keeps a percentage', '<img alt="Of all mills 45% were gone in 1902">', true],
    ['removes a year', '<img alt="The mill at low water in March 1902, from 1900-10-02">', false],
    ['removes a chart described in a few words', '<img alt="Chart 1 of 2">', false],
    [
      'removes a chart with a caption',
      '<figure><img alt="Chart of the corn ground each year"><figcaption>Corn</figcaption></figure>',
      false,
    ],
    [
      'keeps a chart with an empty caption',
      '<figure><img alt="Chart of corn in 3 of 9 mills"></figure>',
      true,
    ],
    ['keeps a symbol in a cell', '<table><tr><td>Corn<td><img alt="Yes"></table>', true],
    ['keeps a symbol as a heading', '<h2><img alt="The mill"></h2>', true],
    ['keeps a symbol in a line', '<p>Press <img alt="Save"> to keep it.</p>', true],
    ['removes a view in a line', '<p><img alt="The mill from the sea wall">It stands.</p>', false],
    ['keeps an emoji', '<p>Corn <img alt="🌽"></p>', true],
  ])('%s', (_, html, isKept) => {
    expect(keptOf(text + html)).toHaveLength(isKept ? 1 : 0);
  });
});
