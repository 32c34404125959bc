/** Runs the questions of a set against the service and its baselines, and scores the results. */
import * as z from 'zod/mini';
import { splitPassages } from '../../lib/text/split-passages.ts';
import type { OpenService } from '../../service/app.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { createJudge, type Marks } from './judge-hits.ts';
import { createMiniSearchIndex } from './minisearch-index.ts';
import { createPlainIndex, packSentences, type PlainIndex } from './plain-index.ts';
import type { Question, RetrievalSet } from './retrieval-sets.ts';

const OWNER_TOKEN = 'bench';
/** How many questions to run first, to warm up. */
const FIRST = 20;
const responseSchema = z.object({ results: z.array(z.object({ content: z.string() })) });

/** FTS5 and MiniSearch index the service's own passages, except for the last baseline. */
export const baselines = ['FTS5', 'MiniSearch', 'FTS5, packed sentences'] as const;
export type Engine = 'service' | (typeof baselines)[number];

/** The scores of one engine's results, and the time they took. */
export interface Answer {
  readonly marks: Marks;
  readonly ms: number;
}

/** One question, answered by each engine. */
export interface Asked {
  readonly group: string;
  /** Alternates between 0 and 1. An improvement in one half of the questions should show in the other half too. */
  readonly half: number;
  readonly answers: Readonly<Record<Engine, Answer>>;
}

/** Runs every question against each engine, one engine after the other. */
export async function askAll(name: string, set: RetrievalSet): Promise<Asked[]> {
  const service = await askService(set);
  const plain = await answersOf(createPlainIndex(set.docs, passagesOf), set);
  const miniSearch = await answersOf(createMiniSearchIndex(set.docs, passagesOf), set);
  const packed = await answersOf(createPlainIndex(set.docs, packSentences), set);
  return set.queries.map((question, index) => ({
    group: groupOf(name, question),
    half: index % 2,
    answers: {
      service: at(service, index),
      FTS5: at(plain, index),
      MiniSearch: at(miniSearch, index),
      'FTS5, packed sentences': at(packed, index),
    },
  }));
}

/** Returns the name of the set, and of the language if the set has several. */
export function groupOf(name: string, { lang }: Question): string {
  return lang === undefined ? name : `${name} ${lang}`;
}

/** Runs every question against the service, on SQLite or on an empty PostgreSQL database. */
export async function askService(
  set: RetrievalSet,
  database: string | null = null,
): Promise<Answer[]> {
  return answersOf(await openFilled(set, database), set);
}

function passagesOf(content: string, title: string): string[] {
  return splitPassages(content, title).map(({ text }) => text);
}

function at(answers: readonly Answer[], index: number): Answer {
  const answer = answers[index];
  if (answer === undefined) throw new Error(`Question ${index} has no answer.`);
  return answer;
}

interface SearchEngine {
  /** Returns the texts of the ten best passages, best first. */
  search(query: string): Promise<string[]> | ReturnType<PlainIndex['search']>;
  close(): Promise<void> | void;
}

/** Scores and times every question, and closes the engine. */
async function answersOf(engine: SearchEngine, set: RetrievalSet): Promise<Answer[]> {
  const judge = createJudge(set);
  const answers: Answer[] = [];
  try {
    for (const { q } of set.queries.slice(0, FIRST)) await engine.search(q);
    for (const question of set.queries) {
      const begun = performance.now();
      const hits = await engine.search(question.q);
      const ms = performance.now() - begun;
      answers.push({ marks: judge(question, hits), ms });
    }
  } finally {
    await engine.close();
  }
  return answers;
}

/** Opens a service that has indexed the set. */
async function openFilled({ docs }: RetrievalSet, database: string | null): Promise<SearchEngine> {
  const service = await openNodeService({ file: ':memory:', database, ownerToken: OWNER_TOKEN });
  await ask(service, '/owner/containers', { name: 'Questions' });
  for (const { custom_id, title, content } of docs) {
    await ask(service, '/v1/documents', { custom_id, title, content: content || title });
  }
  await service.idle();
  return {
    async search(q) {
      const response = await ask(service, '/v1/search', { q, limit: 10 });
      return z.parse(responseSchema, response).results.map(({ content }) => content);
    },
    close: () => service.close(),
  };
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
