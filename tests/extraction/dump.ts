/** `node tests/extraction/dump.ts [folder] [limit]`: writes the blocks of the known pages to files for `train.py`. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dump } from './in-page.ts';
import { visitPages } from './page-visits.ts';
import { hasPages, readPages } from './pages.ts';
import { scriptForPages } from './script-for-pages.ts';

const [folder = '.output/extraction', limit = 'Infinity'] = process.argv.slice(2);
if (!hasPages()) {
  console.log('Skipped: the pages are not there (../shared/data/pages).');
  process.exit(0);
}
mkdirSync(folder, { recursive: true });
const rowsFile = createWriteStream(join(folder, 'rows.f32'));
const pagesFile = createWriteStream(join(folder, 'pages.jsonl'));
const failed = await visitPages(readPages().slice(0, Number(limit)), {
  tabs: 2,
  script: await scriptForPages(),
  visit: async (tab, known) => {
    const dump = await tab.evaluate<Dump | null>('inPage.dump()');
    if (dump === null) return;
    const { rows, ...rest } = dump;
    rowsFile.write(Buffer.from(rows, 'base64'));
    const { id, kind, site, part, fold, main_content: truth } = known;
    pagesFile.write(`${JSON.stringify({ id, kind, site, part, fold, truth, ...rest })}\n`);
  },
});
rowsFile.end();
pagesFile.end();
if (failed.length > 0) console.log(`Not read: ${failed.length}\n${failed.join('\n')}`);
