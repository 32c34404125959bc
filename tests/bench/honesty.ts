/**
 * Measures how often the service answers, without a model, questions that its pages answer and questions that they
 * don't: `node tests/bench/honesty.ts [--show]`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { plainText } from '../../lib/text/plain-text.ts';
import type { OpenService } from '../../service/app.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { hasRetrievalSets, readRetrievalSet } from './retrieval-sets.ts';

const FOLDER = join(import.meta.dirname, 'questions');
const OWNER_TOKEN = 'bench';

const kinds = ['answerable', 'near-miss', 'absent'] as const;
const setSchema = z.object({
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['page', 'note']),
      title: z.optional(z.string()),
      url: z.optional(z.string()),
      content: z.string(),
    }),
  ),
  questions: z.array(
    z.object({
      q: z.string(),
      lang: z.string(),
      /** `near-miss`: a page on the topic is there, but doesn't say. `absent`: no page is about the topic. */
      kind: z.enum(kinds),
      document: z.optional(z.string()),
      /** The sentence that answers, as it stands in the document. */
      answer: z.optional(z.string()),
    }),
  ),
});
type Question = z.infer<typeof setSchema>['questions'][number];

const answerSchema = z.object({ answer: z.string(), answered: z.optional(z.boolean()) });

const showsAll = process.argv.includes('--show');
const sets = readdirSync(FOLDER).map((name) =>
  z.parse(setSchema, JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))),
);
const service = await openNodeService({ file: ':memory:', ownerToken: OWNER_TOKEN });
await fill(service);
const asked = [];
for (const question of sets.flatMap(({ questions }) => questions)) asked.push(await put(question));
await service.close();

for (const [lang, rows] of Map.groupBy(asked, ({ question }) => question.lang)) report(lang, rows);
report('all', asked);

type Asked = Awaited<ReturnType<typeof put>>;

async function put(question: Question) {
  const { answer, answered = true } = z.parse(
    answerSchema,
    await ask(service, '/v1/ask', { message: question.q }),
  );
  const isRight =
    question.answer !== undefined && bare(answer).includes(bare(question.answer).slice(0, 200));
  if (showsAll)
    console.log(
      `\n[${question.kind}] ${answered ? 'ANSWERED' : 'declined'}${isRight ? ' right' : ''}: ${question.q}\n${answer}`,
    );
  return { question, answered, isRight: isRight && answered };
}

function report(name: string, rows: readonly Asked[]): void {
  const shares = kinds.map((kind) => {
    const own = rows.filter(({ question }) => question.kind === kind);
    return `${kind} ${percent(own.filter(({ answered }) => answered).length, own.length)}`;
  });
  const answerable = rows.filter(({ question }) => question.kind === 'answerable');
  const right = percent(answerable.filter(({ isRight }) => isRight).length, answerable.length);
  console.log(
    `${name.padEnd(4)} answered: ${shares.join(', ')}; right sentence ${right}; ${rows.length} questions`,
  );
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(0).padStart(3)} %`;
}

/** The letters and digits of a text. */
function bare(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

async function fill(to: OpenService): Promise<void> {
  await ask(to, '/owner/containers', { name: 'Library' });
  for (const { id, kind, title, url, content } of sets.flatMap(({ documents }) => documents)) {
    await (kind === 'note'
      ? ask(to, '/v1/memories', { content })
      : ask(to, '/v1/documents', { custom_id: url ?? id, title, content }));
  }
  // Pages on other topics, because most of a library has nothing to do with a question.
  if (process.argv.includes('--more') && hasRetrievalSets()) {
    for (const name of ['clapnq', 'multi']) {
      for (const { custom_id, title, content } of readRetrievalSet(name).docs)
        await ask(to, '/v1/documents', { custom_id, title, content: content || title });
    }
  }
  await to.idle();
}

async function ask(to: OpenService, path: string, body: unknown): Promise<unknown> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_TOKEN}` },
    body: JSON.stringify(body),
  });
  const response = await to.fetch(request);
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}
