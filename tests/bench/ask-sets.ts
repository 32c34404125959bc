/** Runs the questions of a set against the service and two plain indexes, and scores the results. */
import * as z from 'zod/mini';
import { splitPassages } from '../../lib/text/split-passages.ts';
import type { OpenService } from '../../service/app.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { createJudge, type Marks } from './judge-hits.ts';
import { createPlainIndex, packSentences } from './plain-index.ts';
import type { RetrievalSet } from './retrieval-sets.ts';

const OWNER_TOKEN = 'bench';
const responseSchema = z.object({ results: z.array(z.object({ content: z.string() })) });

/** The scores of one question. */
export interface Asked {
  readonly group: string;
  /** Alternates between 0 and 1. An improvement in one half of the questions should show in the other half too. */
  readonly half: number;
  readonly service: Marks;
  readonly plain: Marks;
  /** Plain BM25 over the service's own passages. */
  readonly samePassages: Marks;
  readonly ms: number;
}

/** Fills a service and both indexes with the set, and runs every question against all three. */
export async function askAll(name: string, set: RetrievalSet): Promise<Asked[]> {
  const judge = createJudge(set);
  const plain = createPlainIndex(set.docs, packSentences);
  const same = createPlainIndex(set.docs, (content, title) =>
    splitPassages(content, title).map(({ text }) => text),
  );
  const service = await openNodeService({ file: ':memory:', ownerToken: OWNER_TOKEN });
  try {
    await fill(service, set);
    const asked: Asked[] = [];
    for (const question of set.queries) {
      const begun = performance.now();
      const response = await ask(service, '/v1/search', { q: question.q, limit: 10 });
      const ms = performance.now() - begun;
      const hits = z.parse(responseSchema, response).results.map(({ content }) => content);
      asked.push({
        group: question.lang === undefined ? name : `${name} ${question.lang}`,
        half: asked.length % 2,
        service: judge(question, hits),
        plain: judge(question, plain.search(question.q)),
        samePassages: judge(question, same.search(question.q)),
        ms,
      });
    }
    return asked;
  } finally {
    plain.close();
    same.close();
    await service.close();
  }
}

async function fill(service: OpenService, { docs }: RetrievalSet): Promise<void> {
  await ask(service, '/owner/containers', { name: 'Questions' });
  for (const { custom_id, title, content } of docs) {
    await ask(service, '/v1/documents', { custom_id, title, content: content || title });
  }
  await service.idle();
}

async function ask(service: OpenService, path: string, body: unknown): Promise<unknown> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_TOKEN}` },
    body: JSON.stringify(body),
  });
  const response = await service.fetch(request);
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}
