/** Asks the service and two plain indexes the questions of a set, and has their answers judged. */
import * as z from 'zod/mini';
import { splitPassages } from '../../lib/text/split-passages.ts';
import type { OpenService } from '../../service/app.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { createJudge, type Marks } from './judge-hits.ts';
import { createPlainIndex, packSentences } from './plain-index.ts';
import type { RetrievalSet } from './retrieval-sets.ts';

const OWNER_TOKEN = 'bench';
const answerSchema = z.object({ results: z.array(z.object({ content: z.string() })) });

/** What came of one question. */
export interface Asked {
  readonly group: string;
  /** Every other question: what holds for one half should hold for the other. */
  readonly half: number;
  readonly service: Marks;
  readonly plain: Marks;
  /** Plain BM25 over the passages that the service makes. */
  readonly samePassages: Marks;
  readonly ms: number;
}

/** Asks all three every question, in a new service for each set. */
export async function askAll(name: string, set: RetrievalSet): Promise<Asked[]> {
  const judge = createJudge(set);
  const plain = createPlainIndex(set.docs, packSentences);
  const same = createPlainIndex(set.docs, (content, title) =>
    splitPassages(content, title).map(({ text }) => text),
  );
  const home = await openNodeService({ file: ':memory:', ownerToken: OWNER_TOKEN });
  try {
    await fill(home, set);
    const asked: Asked[] = [];
    for (const question of set.queries) {
      const begun = performance.now();
      const answer = await ask(home, '/v1/search', { q: question.q, limit: 10 });
      const ms = performance.now() - begun;
      const hits = z.parse(answerSchema, answer).results.map(({ content }) => content);
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
    await home.close();
  }
}

async function fill(home: OpenService, { docs }: RetrievalSet): Promise<void> {
  await ask(home, '/owner/containers', { name: 'Questions' });
  for (const { custom_id, title, content } of docs) {
    await ask(home, '/v1/documents', { custom_id, title, content: content || title });
  }
  await home.idle();
}

async function ask(home: OpenService, path: string, body: unknown): Promise<unknown> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_TOKEN}` },
    body: JSON.stringify(body),
  });
  const response = await home.fetch(request);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
