/** The thread that reads one PDF: the text that is set on its pages, and the title that the file gives. */
import { parentPort, workerData } from 'node:worker_threads';
import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf';
import * as z from 'zod/mini';
import { paragraphsOf } from '../pdf-reader.ts';

const bytes = z.parse(z.instanceof(Uint8Array), workerData);
// Posted, not returned: the thread is ended by whoever started it.
parentPort?.postMessage(await read());

async function read(): Promise<{ title: string; content: string } | { refusal: string }> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
    const { items } = await extractTextItems(pdf);
    const content = items.flatMap(paragraphsOf).join('\n\n');
    if (content === '') return { refusal: 'pdf.no-text' };
    const { info } = await getMeta(pdf);
    const title: unknown = Reflect.get(info, 'Title');
    return { title: typeof title === 'string' ? title.trim() : '', content };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { refusal: isLocked ? 'pdf.encrypted' : 'pdf.broken' };
  }
}
