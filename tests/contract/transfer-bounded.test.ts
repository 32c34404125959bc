/** An export and an import, each much larger than the memory they can use. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectGarbage } from '../fixtures/collect-garbage.ts';
import { openStorage } from '../fixtures/open-storage.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const DOCUMENTS = 10_000;
const EACH = 6_000;
const SAMPLES = 10;
const MIB = 2 ** 20;
/** Far below the 60 MB of the file, and far above one batch plus measurement noise. */
const MAX_GROWTH = 16 * MIB;

let folder: string;
let service: TwoAccounts;
const idle = {
  wake: () => undefined,
  idle: async () => undefined,
  trouble: () => null,
  stop: async () => undefined,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-transfer-'));
  const storage = await openStorage(join(folder, 'memory.sqlite3'));
  service = await openTwoAccounts({ learner: idle }, storage);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

function held(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('an export and an import', () => {
  it(`of ${DOCUMENTS} documents hold few of them in memory`, async () => {
    const started = held();
    const sizes: number[] = [];
    const encoder = new TextEncoder();
    let made = 0;
    const file = new ReadableStream<Uint8Array>({
      pull(controller) {
        const line = (value: object) =>
          controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
        if (made === 0) {
          line({ format: 'keepsake-export', version: 1 });
          line({ type: 'memory', name: 'Many' });
        }
        if (made === DOCUMENTS) {
          line({ type: 'end', lines: DOCUMENTS + 2 });
          controller.close();
          return;
        }
        made += 1;
        if (made % (DOCUMENTS / SAMPLES) === 0) sizes.push(held());
        const content = `Text ${made}. ${'A heron waits. '.repeat(EACH / 15)}`;
        line({ type: 'document', memory: 'Many', content, saved_at: '2026-11-21T00:00:00Z' });
      },
    });
    const headers = { authorization: 'Bearer owner-of-first' };

    const init = { method: 'POST', headers, body: file, duplex: 'half' };
    const imported = await service.fetch(new Request('http://localhost/owner/import', init));
    const report: unknown = await imported.json();
    const exported = await service.fetch(new Request('http://localhost/owner/export', { headers }));
    let bytes = 0;
    let sampled = 0;
    for await (const chunk of exported.body ?? []) {
      bytes += chunk.length;
      if (bytes - sampled < (DOCUMENTS * EACH) / SAMPLES) continue;
      sampled = bytes;
      sizes.push(held());
    }

    expect(report).toMatchObject({ documents: { added: DOCUMENTS, known: 0 } });
    expect(bytes).toBeGreaterThan(DOCUMENTS * EACH);
    expect(sizes.length).toBeGreaterThanOrEqual(2 * SAMPLES - 1);
    expect(Math.max(...sizes) - started).toBeLessThan(MAX_GROWTH);
  });
});
