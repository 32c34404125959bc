/**
 * `npm run bench`: the figures the project claims, each beside something measured in the same run. `npm run bench --
 * scale` measures how cost grows with the collection instead.
 */
import { launchChromium } from '../browser/chromium.ts';
import { servePages } from '../browser/serve.ts';
import { settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { benchBundles } from './bundles.ts';
import { benchLearning, benchSearch } from './device-home.ts';
import type { Figure } from './figure.ts';
import { generatePages } from './generate-pages.ts';
import { runScale } from './scale/run.ts';
import { compareOpenings, fillOutbox, openSurfaces, savedPages } from './surfaces.ts';

const [part, ...flags] = process.argv.slice(2);
if (part === 'scale') await runScale(flags);
else await benchExtension();

async function benchExtension(): Promise<void> {
  const pages = generatePages(2_000, 20261121);
  const site = await servePages({ '/': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }) });
  const keepsake = await launchChromium({ extensionDir: '.output/chrome-mv3' });
  try {
    await settleIn(keepsake, 'Reading');
    const asker = await keepsake.openExtensionPage('/welcome.html');
    print(await benchLearning(asker, pages));
    for (const figure of await benchSearch(asker, pages)) print(figure);
    const page = await visit(keepsake, site.origin);
    const empty = await openSurfaces(keepsake, page);
    await fillOutbox(asker, generatePages(savedPages, 20261122));
    const full = await openSurfaces(keepsake, page);
    for (const figure of compareOpenings(full, empty)) print(figure);
    for (const figure of benchBundles()) print(figure);
  } finally {
    await keepsake.close();
    await site.close();
  }
}

function print({ what, figure, beside }: Figure): void {
  console.log(`${what.padEnd(48)} ${figure.padStart(12)}   ${beside}`);
}
