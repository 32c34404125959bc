import { describe, expect, it } from 'vitest';
import type { AppError, CaptureError } from '../contract/errors.ts';
import type { Preview, StoredPreview } from '../save/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { type PageAboutPorts, readPageAbout } from './search.ts';

const noText: CaptureError = { code: 'page.no-text', message: '', retryable: true };
const read = {
  ok: true,
  title: 'Tides',
  url: 'https://example.org/tides?utm_source=x',
  customId: 'https://example.org/canonical',
  opening: 'The moon pulls.',
};
const preview = (page: object) => ({ id: 'p1', page, selection: null }) as unknown as Preview;

function portsOf(
  taken: Result<Preview, AppError>,
  changes: Partial<{ stored: object | null; tab: { url: string; title: string } | null }> = {},
): PageAboutPorts {
  const { stored = null, tab = { url: 'https://example.org/tides', title: 'Tides' } } = changes;
  return {
    getTab: async () => tab,
    previews: {
      take: async () => taken,
      get: async () => stored as StoredPreview | null,
    },
  };
}

describe('readPageAbout', () => {
  it('returns the title, the plain text and both ids of the page', async () => {
    const stored = {
      page: { ok: true, capture: { content: '## The *moon*\n\npulls at the sea.' } },
    };

    expect(await readPageAbout(7, portsOf(ok(preview(read)), { stored }))).toEqual({
      ok: true,
      value: {
        title: 'Tides',
        text: expect.stringMatching(/^The moon\s+pulls at the sea\.$/),
        ids: ['https://example.org/tides', 'https://example.org/canonical'],
      },
    });
  });

  it('uses the opening words if the whole text is no longer stored', async () => {
    expect(await readPageAbout(7, portsOf(ok(preview(read))))).toMatchObject({
      value: { text: 'The moon pulls.' },
    });
  });

  it('uses the title of a page that could not be read', async () => {
    const unread = ok(preview({ ok: false, error: noText }));

    expect(await readPageAbout(7, portsOf(unread))).toEqual(
      ok({ title: 'Tides', text: '', ids: ['https://example.org/tides'] }),
    );
  });

  it.each([
    ['is closed', null],
    ['has no title', { url: 'https://example.org/', title: ' ' }],
    ['can’t be accessed', { url: '', title: '' }],
  ])('returns the reading error if the tab %s', async (_, tab) => {
    const unread = ok(preview({ ok: false, error: noText }));

    expect(await readPageAbout(7, portsOf(unread, { tab }))).toEqual(err(noText));
  });
});
