/** `npm run bench`: the figures the project claims, each beside something measured in the same run. */
import { launchChromium } from '../browser/chromium.ts';
import { servePages } from '../browser/serve.ts';
import { settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { benchBundles } from './bundles.ts';
import { benchLearning, benchSearch } from './device-home.ts';
import type { Figure } from './figure.ts';
import { generatePages } from './generate-pages.ts';
import { benchPopup, fillOutbox } from './popup.ts';

const pages = generatePages(2_000, 20261121);

function print({ what, figure, beside }: Figure): void {
  console.log(`${what.padEnd(48)} ${figure.padStart(12)}   ${beside}`);
}

const site = await servePages({ '/': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }) });
const keepsake = await launchChromium({ extensionDir: '.output/chrome-mv3' });
try {
  await settleIn(keepsake, 'Reading');
  const asker = await keepsake.openExtensionPage('/welcome.html');
  print(await benchLearning(asker, pages));
  for (const figure of await benchSearch(asker, pages)) print(figure);
  await fillOutbox(asker, pages);
  const page = await visit(keepsake, site.origin);
  for (const figure of await benchPopup(keepsake, page)) print(figure);
  for (const figure of benchBundles()) print(figure);
} finally {
  await keepsake.close();
  await site.close();
}
