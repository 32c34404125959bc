/**
 * Saves each kind of page through the popup and checks what the service receives and that the page
 * is unchanged.
 */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { visit } from '../browser/surfaces.ts';
import { capturedPages, framedPages } from '../fixtures/captured-pages.ts';
import { reportPdf } from '../fixtures/pdf/files.ts';
import { test } from './keepsake.ts';
import { connectListener, sentBySaving } from './listening-service.ts';
import { pageState } from './page-state.ts';

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    ...Object.fromEntries(capturedPages.map(({ path, html }) => [path, html])),
    ...framedPages,
    '/report.pdf': () =>
      new Response(reportPdf(), { headers: { 'content-type': 'application/pdf' } }),
    '/components': readFileSync(new URL('capture-components.html', import.meta.url), 'utf8'),
    '/frame': '<!doctype html><p>A frame of this site, read at its place.</p>',
  });
});
test.afterAll(() => site.close());

test('saves every kind of page with its own words in order and its own address, and leaves the page unchanged', async ({
  keepsake,
}) => {
  const service = await connectListener(keepsake);

  for (const known of capturedPages) {
    await test.step(known.name, async () => {
      const page = await visit(keepsake, site.origin + known.path);
      await known.use?.(page);
      const look = () => (known.isHostile ? page.content() : pageState(page));
      const before = await look();

      const sent = await sentBySaving(keepsake, page, service);

      expect(await look()).toEqual(before);
      const address = site.origin + (known.knownAs ?? known.path);
      expect.soft(sent).toMatchObject({ title: known.title, custom_id: address });
      expect.soft(sent.metadata).toMatchObject({ url: address, ...known.metadata });
      expect
        .soft(placesOf(known.inOrder, sent.content ?? ''))
        .toEqual(known.inOrder.map(() => 'in its place'));
      const whole = JSON.stringify(sent);
      for (const words of known.never) expect.soft(whole, known.name).not.toContain(words);
      await page.close();
    });
  }

  await test.step('saves a PDF', async () => {
    const page = await visit(keepsake, `${site.origin}/report.pdf`);

    const sent = await sentBySaving(keepsake, page, service);

    expect.soft(sent).toMatchObject({
      title: 'Report of the Harbour Board',
      custom_id: `${site.origin}/report.pdf`,
      metadata: { author: 'A. Keeper' },
    });
    const words = [
      '[p. 1]',
      'The tides',
      'keepers of the harbour',
      'a copper hygrometer',
      'the short net',
    ];
    expect.soft(placesOf(words, sent.content ?? '')).toEqual(words.map(() => 'in its place'));
    expect.soft(sent.content).not.toContain('Harbour Board - Report');
    await page.close();
  });

  await test.step('saves a page whose components and observers would notice a change', async () => {
    const page = await visit(keepsake, `${site.origin}/components`);
    await page.frameLocator('#elsewhere').locator('p').waitFor();
    const before = await pageState(page);
    expect(before.html).toContain('shown by a component');

    const sent = await sentBySaving(keepsake, page, service);

    expect(await pageState(page)).toEqual(before);
    expect(sent.content).toContain('Words of a component in a component.');
  });
  await service.close();
});

/** Returns for each part whether the text contains it after the previous one. */
function placesOf(parts: readonly string[], text: string): string[] {
  let from = 0;
  return parts.map((part) => {
    const at = text.indexOf(part, from);
    if (at === -1) return `“${part}” is ${text.includes(part) ? 'too early' : 'missing'}`;
    from = at + part.length;
    return 'in its place';
  });
}
