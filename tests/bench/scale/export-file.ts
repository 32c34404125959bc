/** Writes the generated collection as an export for a service to import. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import * as z from 'zod/mini';
import { splitPassages } from '../../../lib/text/split-passages.ts';
import { header, type Line } from '../../../service/transfer/format.ts';
import { documentAt, HOST } from './corpus.ts';

const MEMORIES = ['Reading', 'Work', 'Travel', 'Garden'];
/** How many documents to write for each note. A note is as long as a paragraph. */
const NOTE_EVERY = 10;
const FACTS = 50;

export const writtenSchema = z.object({
  documents: z.int(),
  passages: z.int(),
  bytes: z.int(),
});
type WrittenFile = z.infer<typeof writtenSchema>;

/** Writes documents and notes until they have this many passages. */
export async function writeExport(file: string, passages: number): Promise<WrittenFile> {
  const out = createWriteStream(file);
  const written = { documents: 0, passages: 0 };
  let lines = 0;

  async function write(line: Line | typeof header): Promise<void> {
    lines += 1;
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain');
  }

  await write(header);
  for (const name of MEMORIES) await write({ type: 'memory', name, description: '' });
  for (let index = 0; index < FACTS; index += 1) {
    const { title } = documentAt(index);
    await write({
      type: 'fact',
      memory: memoryOf(index),
      content: title,
      saved_at: savedAt(index),
    });
  }
  while (written.passages < passages) {
    const index = written.documents;
    const { title, content } = documentAt(index);
    const common = { memory: memoryOf(index), saved_at: savedAt(index) };
    const address = `https://${HOST}/${index}`;
    const place = { custom_id: address, url: address, metadata: { url: address } };
    await write({ type: 'document', ...common, title, content, ...place });
    written.documents += 1;
    written.passages += splitPassages(content, title).length;
    if (index % NOTE_EVERY !== 0) continue;
    const [note = ''] = content.split('\n\n');
    await write({ type: 'note', ...common, content: note });
    written.passages += splitPassages(note, '').length;
  }
  await write({ type: 'end', lines });
  out.end();
  await once(out, 'finish');
  return { ...written, bytes: out.bytesWritten };
}

function memoryOf(index: number): string {
  return MEMORIES[index % MEMORIES.length] ?? '';
}

/** Returns the time of a save; saves are ten minutes apart. */
function savedAt(index: number): string {
  return new Date(Date.UTC(2024, 0, 1) + index * 600_000).toISOString();
}
