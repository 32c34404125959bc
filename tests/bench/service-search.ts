/** How fast the home in Node learns and searches, asked within the process: `node tests/bench/service-search.ts [pages]`. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { indexAll, openBeside } from './bare-sqlite.ts';
import { type Row, timeRows } from './figure.ts';
import { generatePages } from './generate-pages.ts';
import { withFolder } from './keepsake-browser.ts';
import { queriesOf } from './queries.ts';
import { tableOf } from './report.ts';
import { openHome } from './scale/home.ts';

const QUERIES = 200;
/** Asked first, so that the service is warm. */
const FIRST = 20;

if (import.meta.main) console.log(tableOf(await benchNodeSearch(Number(process.argv[2] ?? 2000))));

/** Learns so many pages and searches them, beside bare SQLite on the same pages and the same file. */
export function benchNodeSearch(count: number): Promise<Row[]> {
  return withFolder(async (folder) => {
    const file = join(folder, 'memory.sqlite3');
    const home = await openHome(file);
    const pages = generatePages(count, 1);
    await home.time('POST', '/owner/containers', { name: 'Bench' });
    const begun = performance.now();
    for (const { url, title, content } of pages) {
      await home.time('POST', '/v1/documents', {
        title,
        content,
        custom_id: url,
        metadata: { url },
      });
    }
    await home.idle();
    const learned = performance.now();
    const bare = indexAll(join(folder, 'bare.sqlite3'), pages);
    const rows: Row[] = [
      {
        name: `home in Node, within the process: ${count.toLocaleString('en')} pages learned`,
        value: (count * 1000) / (learned - begun),
        unit: 'pages/s',
        baselines: [{ name: 'bare SQLite', value: bare.perSecond }],
      },
      {
        name: 'home in Node: its file',
        value: (await stat(file)).size / 1e6,
        unit: 'MB',
        baselines: [
          { name: 'bare SQLite', value: (await stat(join(folder, 'bare.sqlite3'))).size / 1e6 },
        ],
      },
    ];
    const beside = openBeside(file);
    for (const [kind, queries] of Object.entries(queriesOf(pages, QUERIES))) {
      const times: number[] = [];
      for (const q of [...queries.slice(0, FIRST), ...queries])
        times.push((await home.time('POST', '/v1/search', { q })).wall);
      rows.push(
        ...timeRows(
          `search, home in Node, ${count.toLocaleString('en')} pages: ${kind}`,
          times.slice(FIRST),
          {
            'bare SQLite': beside.searchAll(queries).times,
          },
        ),
      );
    }
    beside.close();
    await home.close();
    return rows;
  });
}
