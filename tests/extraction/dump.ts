/**
 * `node tests/extraction/dump.ts [--news=folder] [folder] [limit]`: writes the blocks of the known pages to files for
 * `train.py`. `--news` is a folder with checkouts of the news articles (docs/extraction.md).
 */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dump } from './in-page.ts';
import { visitPages } from './page-visits.ts';
import { hasPages, readNews, readPages } from './pages.ts';
import { scriptForPages } from './script-for-pages.ts';

const options = process.argv.slice(2);
const [folder = '.output/extraction', limit = 'Infinity'] = options.filter(
  (option) => !option.startsWith('--'),
);
const news = options.find((option) => option.startsWith('--news='))?.slice('--news='.length);
if (!hasPages()) {
  console.log('Skipped: the pages are not there (../shared/data/pages).');
  process.exit(0);
}
mkdirSync(folder, { recursive: true });
const rowsFile = createWriteStream(join(folder, 'rows.f32'));
const pagesFile = createWriteStream(join(folder, 'pages.jsonl'));
const pages = [...readPages(), ...(news === undefined ? [] : readNews(news))];
const failed = await visitPages(pages.slice(0, Number(limit)), {
  tabs: 2,
  script: await scriptForPages(),
  visit: async (tab, known) => {
    const dump = await tab.evaluate<Dump | null>('inPage.dump()');
    if (dump === null) return;
    const { rows, ...rest } = dump;
    rowsFile.write(Buffer.from(rows, 'base64'));
    const { id, kind, site, part, fold, main_content: truth, optional } = known;
    pagesFile.write(
      `${JSON.stringify({ id, kind, site, part, fold, truth, optional, ...rest })}\n`,
    );
  },
});
rowsFile.end();
pagesFile.end();
if (failed.length > 0) console.log(`Not read: ${failed.length}\n${failed.join('\n')}`);
