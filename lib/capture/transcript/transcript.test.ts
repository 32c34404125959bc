import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { transcriptOf } from './transcript.ts';

const words = 'ice was kept in straw and in sawdust through all of the long summers of those years';
const nothing = async () => null;

function documentOf(html: string): Document {
  return new JSDOM(html, { url: 'https://example.org/watch/1' }).window.document;
}

describe('transcriptOf reads', () => {
  it.each([
    [
      "YouTube's panel",
      (time: string, text: string) =>
        `<transcript-segment-view-model><div class="ytwTranscriptSegmentViewModelTimestamp">${time}</div>` +
        `<span class="ytAttributedStringHost" role="text">${text}</span></transcript-segment-view-model>`,
    ],
    [
      "YouTube's older panel",
      (time: string, text: string) =>
        `<ytd-transcript-segment-renderer><div class="segment"><div class="segment-start-offset"><div class="segment-timestamp">${time}</div></div>` +
        `<yt-formatted-string class="segment-text">${text}</yt-formatted-string></div></ytd-transcript-segment-renderer>`,
    ],
    [
      'a list in a transcript',
      (time: string, text: string) =>
        `<ul class="video-transcript"><li><button><time>${time}</time></button><span>${text}</span></li></ul>`,
    ],
    [
      'paragraphs that start with a time',
      (time: string, text: string) =>
        `<div class="Transcript"><p><span class="timecode">[${time}]</span> ${text}</p></div>`,
    ],
  ])('%s', async (_, line) => {
    const html =
      line('0:05', `${words}.`) + line('1:20', `${words}, twice.`) + line('1:01:07', 'End.');

    expect(await transcriptOf(documentOf(html), nothing)).toBe(
      `0:05 ${words}.\n\n1:20 ${words}, twice.\n\n1:01:07 End.`,
    );
  });

  it("captions from this site in the page's language", async () => {
    const document = documentOf(
      '<html lang="de-AT"><video><track kind=chapters src=/c.vtt><track kind=captions srclang=en src=/en.vtt default>' +
        '<track kind=Subtitles srclang=de src=/de.vtt></video>',
    );
    const asked: string[] = [];

    const transcript = await transcriptOf(document, async (url) => {
      asked.push(url);
      return `WEBVTT\n\n00:02.000 --> 00:09.000\n${words} ${words}\n`;
    });

    expect(asked).toEqual(['https://example.org/de.vtt']);
    expect(transcript).toBe(`0:02 ${words} ${words}`);
  });

  it('loaded captions, without switching any on', async () => {
    const document = documentOf('<video></video>');
    const track = (mode: string, text: string) => ({
      kind: 'captions',
      cues: [{ startTime: 2, text: `<i>${text}</i> ${words} ${words}` }],
      get mode() {
        return mode;
      },
    });
    Object.defineProperty(document.querySelector('video'), 'textTracks', {
      value: [
        { kind: 'captions', mode: 'disabled', cues: null },
        track('hidden', 'a'),
        track('showing', 'b'),
      ],
    });

    expect(await transcriptOf(document, nothing)).toBe(`0:02 b ${words} ${words}`);
  });

  it('the transcript in JSON-LD', async () => {
    const data = { '@type': 'VideoObject', transcript: `${words}\n\n${words}` };

    expect(
      await transcriptOf(
        documentOf(
          `<script type="application/ld+json">${JSON.stringify({ '@graph': [data] })}</script>`,
        ),
        nothing,
      ),
    ).toBe(`${words}\n\n${words}`);
  });
});

describe('transcriptOf finds no transcript', () => {
  const never = () => Promise.reject(new Error('fetched'));

  it.each([
    ['in an article', `<p>${words}</p>`],
    [
      'in a list of tracks',
      `<ul class=transcript><li>${words}</li><li>${words}</li><li>c</li></ul>`,
    ],
    ['on another site', '<video><track kind=captions src="https://cdn.example.com/a.vtt"></video>'],
    ['in chapters', '<video><track kind=chapters src=/a.vtt></video>'],
    [
      'in a placeholder',
      '<script type="application/ld+json">{"@type":"VideoObject","transcript":"None yet."}</script>',
    ],
  ])('%s, and fetches nothing', async (_, html) => {
    expect(await transcriptOf(documentOf(html), never)).toBeNull();
  });

  it.each([
    ["a file that can't be fetched", null],
    ["a file that isn't WebVTT", '<!doctype html><p>Not found</p>'],
    [
      'a file that is far too large',
      `WEBVTT\n\n00:02.000 --> 00:09.000\n${`${words} `.repeat(60_000)}`,
    ],
  ])('in %s', async (_, file) => {
    const document = documentOf('<video><track kind=captions src=/a.vtt></video>');

    expect(await transcriptOf(document, async () => file)).toBeNull();
  });
});
