/**
 * Measures how fast the service indexes what it has stored, compared with SQLite alone: in Node, and in a worker of a
 * page in Chromium.
 */
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { servePages } from '../browser/serve.ts';
import type { Row } from './figure.ts';
import type { Indexed } from './indexing-worker.ts';
import { withFolder, withPlainChromium } from './keepsake-browser.ts';
import { indexingRows } from './scale/bare-indexing.ts';
import { runStep } from './scale/bench-scale.ts';
import { writeExport } from './scale/export-file.ts';

const PASSAGES = 10_000;

/** Indexes an imported collection in both. */
export function benchIndexing(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const exported = join(folder, 'export.jsonl');
    const written = await writeExport(exported, PASSAGES);
    const file = join(folder, 'memory.sqlite3');
    const collection = { folder, file, database: null, exported, ...written };
    const inNode = await runStep('learn', collection);
    const { ms, bare } = await indexInWorker(exported, written.documents);
    const perSecond = (1000 * written.passages) / ms;
    return [
      ...inNode
        .filter(({ name, baselines = [] }) => name.startsWith('indexing') && baselines.length > 0)
        .map((row) => ({ ...row, name: `service in Node: ${row.name}` })),
      ...indexingRows('service in a worker of Chromium: indexing', perSecond, bare),
    ];
  });
}

async function indexInWorker(exported: string, documents: number): Promise<Indexed> {
  const script = await bundledWorker();
  const wasm = await readFile(
    fileURLToPath(import.meta.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')),
  );
  const served = (type: string, body: BodyInit) => () =>
    new Response(body, { headers: { 'content-type': type } });
  const site = await servePages({
    '/': '<!doctype html><title>Indexing</title>',
    '/worker.js': served('text/javascript', script),
    '/sqlite3.wasm': served('application/wasm', wasm),
    '/export.jsonl': served('application/jsonl', await openAsBlob(exported)),
  });
  try {
    return await withPlainChromium(async (context) => {
      const page = await context.newPage();
      await page.goto(site.origin);
      return page.evaluate(
        (asked) =>
          new Promise<Indexed>((resolve, reject) => {
            const worker = new Worker('/worker.js', { type: 'module' });
            worker.addEventListener('error', ({ message }) => reject(new Error(message)));
            worker.addEventListener('message', ({ data }: MessageEvent<Indexed | string>) => {
              if (typeof data === 'string') reject(new Error(data));
              else resolve(data);
            });
            worker.postMessage(asked);
          }),
        {
          wasm: `${site.origin}/sqlite3.wasm`,
          exported: `${site.origin}/export.jsonl`,
          documents,
        },
      );
    });
  } finally {
    await site.close();
  }
}

function bundledWorker(): Promise<string> {
  return withFolder(async (folder) => {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        lib: {
          entry: join(import.meta.dirname, 'indexing-worker.ts'),
          formats: ['es'],
          fileName: () => 'worker.js',
        },
      },
    });
    return readFile(join(folder, 'worker.js'), 'utf8');
  });
}
