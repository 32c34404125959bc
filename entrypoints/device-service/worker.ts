import wasmUrl from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import * as z from 'zod/mini';
import { wireRequestSchema } from '../../lib/contract/device-wire.ts';
import { createBrowserFetcher } from '../../service/fetching/browser/fetch-page.ts';
import {
  createPageHtmlReader,
  createWorkerPdfReader,
} from '../../service/fetching/browser/readers.ts';
import { createPageLoader } from '../../service/fetching/load-page.ts';
import { startDeviceService } from '../../service/runtime/browser/device-service.ts';

const questionSchema = z.object({ id: z.number(), request: wireRequestSchema });

const reader = createPageHtmlReader((question) => postMessage(question));
const connection = startDeviceService({
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
  void connection.answer(request).then((answer) => postMessage({ id, answer }));
});
