/** The OpenAPI description: it is complete, a client can be generated from it, and the service matches it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { errorEnvelope } from '../../service/error-envelope.ts';
import { describeApi } from '../../service/openapi.ts';
import { agentAnswer } from '../../service/operations/agent.ts';
import { confirmationRequired } from '../../service/operations/checks.ts';
import { containersAnswer } from '../../service/operations/containers.ts';
import {
  addedDocument,
  deletedDocument,
  documentAnswer,
  documentsAnswer,
} from '../../service/operations/documents.ts';
import { forgottenNote, queuedNote, storedFact } from '../../service/operations/notes.ts';
import { profileAnswer } from '../../service/operations/profile.ts';
import { rulesAnswer } from '../../service/operations/rules.ts';
import { searchAnswer } from '../../service/operations/search.ts';
import type { RouteGroup } from '../../service/rest.ts';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
import { openTwoAccounts } from './two-accounts.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string().check(z.minLength(5)),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        schema: z.looseObject({ type: z.enum(['string', 'integer']) }),
      }),
    ),
  ),
  requestBody: z.optional(z.looseObject({ required: z.literal(true) })),
  responses: z.record(z.string().check(z.regex(/^[245]\d\d$/)), z.unknown()),
});
const descriptionSchema = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.object({ url: z.url() })),
  security: z.tuple([z.object({ key: z.array(z.string()) })]),
  paths: z.record(
    z.string().check(z.startsWith('/v1/')),
    z.partialRecord(z.enum(['get', 'post', 'delete']), operationSchema),
  ),
  components: z.object({
    securitySchemes: z.object({
      key: z.looseObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
    schemas: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), z.unknown()),
  }),
});

const base = 'http://127.0.0.1:8787';
const description = z.parse(descriptionSchema, describeApi(base));
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('the OpenAPI description', () => {
  it('describes every route under /v1, and no other', async () => {
    const routes = new Set<string>();
    const readRoutes: RouteGroup = (app) => {
      for (const { method, path } of app.routes) {
        if (path.startsWith('/v1')) routes.add(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
      }
    };
    await (await openTwoAccounts({ routes: [readRoutes] })).close();

    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual([...routes].toSorted());
  });

  it('gives each operation a unique id', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists exactly the parameters in each path', () => {
    for (const { path, parameters = [] } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  it('defines everything it refers to', () => {
    const text = JSON.stringify(description);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(50);
    expect(text.match(/"\$ref"/g)).toHaveLength(refs.length);
    for (const [, kind, name] of refs) {
      const { schemas, responses } = description.components;
      expect(Object.keys(kind === 'schemas' ? schemas : responses)).toContain(name);
    }
  });

  it('describes only search and adding a document as unlimited', () => {
    const free = operations.filter(({ responses }) => !('429' in responses));

    expect(free.map(({ operationId }) => operationId).toSorted()).toEqual([
      'addDocument',
      'search',
    ]);
  });

  it('describes the error envelope for every operation and for invalid bodies', () => {
    for (const { responses, requestBody } of operations) {
      const ofBody = requestBody === undefined ? [] : ['400', '422'];
      const statuses = ['401', '403', '500', ...ofBody];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
    }
    expect(JSON.stringify(description.components.responses).match(/ErrorEnvelope/g)).toHaveLength(
      8,
    );
  });

  it('contains the limits', () => {
    const { AddDocumentRequest, SearchRequest } = description.components.schemas;
    expect(AddDocumentRequest).toMatchObject({
      properties: {
        content: { maxLength: 2_097_152 },
        url: { maxLength: 2048 },
        title: { maxLength: 512 },
        custom_id: { maxLength: 2048 },
        metadata: { description: expect.stringContaining('16384 bytes') },
      },
    });
    expect(SearchRequest).toMatchObject({
      required: ['q'],
      properties: {
        q: { maxLength: 4096 },
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      },
    });
    expect(describeApi(base).info.description).toMatch(/600 requests a minute/);
  });
});

/** An application that uses the generated client. Each call in `mistakes` must be a type error. */
const program = `
import { Api } from './Api.js';
declare const process: { readonly argv: readonly string[] };
const [, , baseUrl = '', key = ''] = process.argv;
const api = new Api<string>({
  baseUrl,
  securityWorker: (token) => ({ headers: { Authorization: 'Bearer ' + token } }),
});
api.setSecurityData(key);
const { v1 } = api;
const containers = (await v1.listContainers()).data;
const container: string = containers.containers[0]?.id ?? '';
const added = (await v1.addDocument({ container, content: 'A heron waits.', title: 'Birds', metadata: { a: 1 } })).data;
let document = (await v1.getDocument(added.document_id)).data;
while (!document.learned) document = (await v1.getDocument(added.document_id)).data;
const title: string | null = document.title;
const documents = (await v1.listDocuments({ limit: 10 })).data;
const found = (await v1.search({ q: 'heron', limit: 5 })).data;
const score: number | undefined = found.results[0]?.score;
const note = (await v1.addMemory({ container, content: 'I saw a heron.' })).data;
const fact = (await v1.addMemory({ container, content: 'I watch birds.', static: true })).data;
const profile = (await v1.getProfile({ q: 'heron' })).data;
const rules = (await v1.listRules()).data;
const answer = (await v1.ask({ message: 'What does a heron do?' })).data;
const asked = (await v1.deleteDocument(added.document_id)).data;
const deleted = (await v1.deleteDocument(added.document_id, { confirm: 'true' })).data;
const forgotten = (await v1.forgetMemory(note.memory_id, { container, confirm: 'true' })).data;
const refused = await v1.getDocument('nothing').then(() => null, (answer) => answer.error);
console.log(JSON.stringify({ title, score, containers, added, document, documents, found, note, fact, profile, rules, answer, asked, deleted, forgotten, refused }));
`;
const mistakes = `
import { Api } from './Api.js';
const { v1 } = new Api();
// @ts-expect-error
await v1.search({ query: 'heron' });
// @ts-expect-error
await v1.addDocument({ content: 7 });
// @ts-expect-error
await v1.forgetMemory('a');
// @ts-expect-error
const results: number = (await v1.search({ q: 'heron' })).data.results;
`;
const printed = z.object({
  title: z.literal('Birds'),
  score: z.number(),
  containers: containersAnswer,
  added: addedDocument,
  document: documentAnswer,
  documents: documentsAnswer,
  found: searchAnswer,
  note: queuedNote,
  fact: storedFact,
  profile: profileAnswer,
  rules: rulesAnswer,
  answer: agentAnswer,
  asked: confirmationRequired,
  deleted: deletedDocument,
  forgotten: forgottenNote,
  refused: errorEnvelope,
});

describe('a generated client', () => {
  let folder: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-openapi-'));
    service = await startService(join(folder, 'data'));
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  it('compiles, rejects mistakes, and calls the service', async () => {
    const published = await fetch(`${service.url}/openapi.json`);
    const spec: unknown = await published.json();
    expect(z.parse(descriptionSchema, spec).servers).toEqual([{ url: service.url }]);
    await ownerMakes('/owner/containers', { name: 'Birds' });
    await ownerMakes('/owner/rules', { content: 'Be brief.' });
    const { token } = z.parse(
      z.object({ token: z.string() }),
      await ownerMakes('/owner/keys', {
        name: 'Generated',
        level: 'full',
        reach: 'all',
        profile: true,
        agent: true,
      }),
    );

    const generated = await generateApi({ spec, output: false, silent: true });
    const sources: Record<string, string> = {
      'Api.ts': generated.files[0]?.fileContent ?? '',
      'program.ts': program,
      'mistakes.ts': mistakes,
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'es2022',
          module: 'nodenext',
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: [],
          rootDir: '.',
          outDir: 'out',
        },
        files: ['program.ts', 'mistakes.ts'],
      }),
    };
    for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text);
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: unknown) => {
      throw new Error(`It does not compile: ${JSON.stringify(error)}`);
    });
    const { stdout } = await run(process.execPath, ['out/program.js', service.url, token], {
      cwd: folder,
    });

    const told = z.parse(printed, JSON.parse(stdout));
    expect(told.found.results[0]).toMatchObject({ content: 'A heron waits.', title: 'Birds' });
    expect(told.documents.documents).toHaveLength(1);
    expect(told.answer.sources).not.toHaveLength(0);
    expect(told.rules.rules).toMatchObject([{ content: 'Be brief.' }]);
    expect(told.refused.code).toBe('not_found');
  });

  async function ownerMakes(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.ownerToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return response.json();
  }
});
