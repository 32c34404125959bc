/** The home on this device: the Personal Memory Service over SQLite in this origin's private file system. */
import wasmUrl from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import { wireRequestSchema } from '../../lib/contracts/device-wire.ts';
import { startDeviceHome } from '../../service/homes/browser/open-home.ts';
import * as z from 'zod/mini';

const questionSchema = z.object({ id: z.number(), request: wireRequestSchema });

const home = startDeviceHome({ locateWasm: wasmUrl });

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const { id, request } = questionSchema.parse(data);
  void home.answer(request).then((answer) => postMessage({ id, answer }));
});
