/** The home on this device: the Personal Memory Service over SQLite in this origin's private file system. */
import wasmUrl from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import * as z from 'zod/mini';
import { wireRequestSchema } from '../../lib/contracts/device-wire.ts';
import { createBrowserFetcher } from '../../service/fetching/browser-fetcher.ts';
import { createHandedReader } from '../../service/fetching/handed-reader.ts';
import { createPageLoader } from '../../service/fetching/load-page.ts';
import { createWorkerPdfReader } from '../../service/fetching/worker-pdf-reader.ts';
import { startDeviceHome } from '../../service/homes/browser/open-home.ts';

const questionSchema = z.object({ id: z.number(), request: wireRequestSchema });

const reader = createHandedReader((question) => postMessage(question));
const home = startDeviceHome({
  locateWasm: wasmUrl,
  loadPage: createPageLoader({
    fetchPage: createBrowserFetcher({ fetch: (url, init) => fetch(url, init) }),
    readHtml: reader.readHtml,
    readPdf: createWorkerPdfReader({
      start: () => new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' }),
    }),
  }),
});

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (reader.take(data)) return;
  const { id, request } = questionSchema.parse(data);
  void home.answer(request).then((answer) => postMessage({ id, answer }));
});
