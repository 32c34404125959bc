import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { removeIdlePictures } from './kept-pictures.ts';

/** Gives the words of the pictures that stay. */
function keptOf(html: string): readonly string[] {
  const { document } = new JSDOM(html).window;
  removeIdlePictures(document.body, 'The tides of Sallow');
  return Array.from(document.images, ({ alt }) => alt.trim());
}

describe('removeIdlePictures keeps of a short text', () => {
  it.each([
    ['a picture', '<img alt="a">', ['a']],
    [
      'of pictures with the same words the first',
      '<img alt="a"><img alt="b"><img alt=" A">',
      ['a', 'b'],
    ],
    ['each emoji', '<p><img alt="🙂"> one</p><p><img alt="🙂"> two</p>', ['🙂', '🙂']],
    ['none that leads to another page', '<a href="/b"><img alt="a"></a>', []],
    ['one that leads to its own file', '<a href="/b.JPG?w=9"><img alt="a"></a>', ['a']],
    ['one that is only named in the page', '<a name="b"><img alt="a"></a>', ['a']],
    ['none named as its file', '<img alt="b-2.jpg">', []],
    [
      'none whose words stand in the text',
      '<img alt="The old mill"><p>This is the  old mill.</p>',
      [],
    ],
    ['none whose words stand in the title', '<img alt="Tides of Sallow">', []],
    ['one with a word of the text', '<img alt="Mill"><p>The old mill</p>', ['Mill']],
  ])('%s', (_, html, expected) => {
    expect(keptOf(html)).toEqual(expected);
  });
});

describe('removeIdlePictures keeps of a long text', () => {
  const text = `<p>${'The sea came in and went out again. '.repeat(20)}</p>`;

  it.each([
    ['no view', '<img alt="A mill between a full pond and an empty creek">', false],
    ['no name', '<p><img alt="Mill"></p>', false],
    ['a chart', '<img alt="Chart of the corn ground each year of the century">', true],
    ['a chart of another language', '<img alt="Diagramme du moulin à marée de la côte">', true],
    ['no photograph', '<img alt="A photograph of the mill and its pond">', false],
    ['a finding in two numbers', '<img alt="Grinding took from 9 until 14 hours a day">', true],
    ['no goods with their measures', '<img alt="Tide Mill Flour 2 Bags 500 Grams Organic">', false],
    ['a share', '<img alt="Of all mills 45% were gone in 1902">', true],
    ['no year', '<img alt="The mill at low water in March 1902, from 1900-10-02">', false],
    ['no few words of a chart', '<img alt="Chart 1 of 2">', false],
    [
      'no chart with words under it',
      '<figure><img alt="Chart of the corn ground each year"><figcaption>Corn</figcaption></figure>',
      false,
    ],
    [
      'a chart with nothing under it',
      '<figure><img alt="Chart of corn in 3 of 9 mills"></figure>',
      true,
    ],
    ['a sign in a cell', '<table><tr><td>Corn<td><img alt="Yes"></table>', true],
    ['a sign for a heading', '<h2><img alt="The mill"></h2>', true],
    ['a sign in a line', '<p>Press <img alt="Save"> to keep it.</p>', true],
    ['no view in a line', '<p><img alt="The mill from the sea wall">It stands.</p>', false],
    ['an emoji', '<p>Corn <img alt="🌽"></p>', true],
  ])('%s', (_, html, isKept) => {
    expect(keptOf(text + html)).toHaveLength(isKept ? 1 : 0);
  });
});
