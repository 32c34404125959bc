/** Measures how fast the home in Node learns and searches: `node tests/bench/service-search.ts [pages]`. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeHome } from '../../service/homes/node/open-node.ts';
import { generatePages } from './generate-pages.ts';
import { queriesOf } from './queries.ts';

const count = Number(process.argv[2] ?? 2000);
const folder = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
const file = join(folder, 'memory.sqlite3');
const home = await createNodeHome({ file, ownerToken: 'bench' });

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await home.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: 'Bearer bench' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

const pages = generatePages(count, 1);
const words = pages.reduce((sum, { content }) => sum + content.split(/\s+/).length, 0);
await ask('POST', '/owner/containers', { name: 'Bench' });

const begun = performance.now();
for (const { url, title, content } of pages) {
  await ask('POST', '/v1/documents', { title, content, custom_id: url, metadata: { url } });
}
const added = performance.now();
await home.idle();
const learned = performance.now();
const bytes = (await stat(file)).size;

print('pages', count, `${Math.round(words / count)} words each`);
print('adding', (added - begun) / 1000, 's, learning beside it');
print(
  'adding and learning',
  (learned - begun) / 1000,
  `s, ${Math.round((count * 1000) / (learned - begun))} pages a second`,
);
print('database', bytes / 1e6, 'MB');

for (const [name, queries] of Object.entries(queriesOf(pages, 200))) {
  for (const q of queries.slice(0, 20)) await ask('POST', '/v1/search', { q });
  const times: number[] = [];
  for (const q of queries) {
    const start = performance.now();
    await (await ask('POST', '/v1/search', { q })).text();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  print(`search, ${name}`, at(times, 0.5), `ms p50, ${at(times, 0.99).toFixed(1)} ms p99`);
}
await home.close();
await rm(folder, { recursive: true });

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function print(name: string, value: number, rest: string): void {
  process.stdout.write(`${name.padEnd(28)} ${value.toFixed(1).padStart(9)} ${rest}\n`);
}
