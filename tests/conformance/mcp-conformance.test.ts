/** Tests the MCP server of the running service with third-party tools: the conformance suite and the inspector. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
import { newDatabase, type NewDatabase } from '../fixtures/open-storage.ts';
import { openBearerProxy, type BearerProxy } from './bearer-proxy.ts';
import { anyWordsFor, judge, listScenarios } from './conformance-tool.ts';
import { runScript } from './run-command.ts';
import { applying, askings, notApplying } from './scenarios.ts';

const INSPECTOR = resolve('node_modules/@modelcontextprotocol/inspector-cli/build/index.js');

let data: string;
let database: NewDatabase;
let service: ServiceProcess;
let proxy: BearerProxy;
let key: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-conformance-'));
  database = await newDatabase();
  service = await startService(data, database.flags);
  proxy = await openBearerProxy(service.url, service.ownerToken);
  await ownerPost('/owner/containers', { name: 'Rowing' });
  const created = await ownerPost('/owner/keys', {
    name: 'Inspector',
    level: 'read',
    reach: 'all',
  });
  key = String(Reflect.get(created, 'token'));
});
afterAll(async () => {
  await proxy.close();
  await service.end('SIGTERM');
  await database.discard();
  await rm(data, { recursive: true, force: true });
});

async function ownerPost(path: string, body: object): Promise<object> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.ownerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== 'object' || answer === null) {
    throw new Error(`${path} answers ${response.status}.`);
  }
  return answer;
}

describe('the conformance suite', () => {
  const named = askings(applying);

  it.each(named.map((asking) => [asking.name, asking] as const))(
    'passes %s',
    async (name, { scenario, revision, unmet }) => {
      const args = ['--url', `${proxy.url}/mcp-http`];
      const folder = join(data, name);

      const found = await judge({ role: 'server', scenario, revision, args, folder });

      expect(found.unmet).toEqual(anyWordsFor(unmet));
      expect(found.met).not.toEqual([]);
    },
  );

  it('has no unclassified scenario', async () => {
    const listed = await listScenarios('server', data);
    const left = [...listed].filter(([scenario]) => !Object.hasOwn(notApplying, scenario));
    const asked = applying.map(({ scenario, revisions }) => [scenario, revisions]);

    expect(Object.fromEntries(left)).toEqual(Object.fromEntries(asked));
    expect([...listed.keys()]).toEqual(expect.arrayContaining(Object.keys(notApplying)));
  });
});

describe('the inspector', () => {
  /** Runs the inspector in its own folder, because it looks for its package.json in the working directory. */
  async function inspect(...args: string[]): Promise<unknown> {
    const url = `${service.url}/mcp-http`;
    const header = `Authorization: Bearer ${key}`;
    const { output, errors } = await runScript(
      INSPECTOR,
      [url, '--transport', 'http', '--header', header, ...args],
      { cwd: dirname(INSPECTOR) },
    );
    if (output === '') throw new Error(errors);
    return JSON.parse(output);
  }

  it('lists the tools that a key permits', async () => {
    const answer = await inspect('--method', 'tools/list');

    expect(answer).toMatchObject({
      tools: [
        { name: 'list_containers' },
        { name: 'search_memories' },
        { name: 'memory_rules' },
        { name: 'list_documents' },
      ],
    });
  });

  it('calls tools, and reports an error', async () => {
    const call = ['--method', 'tools/call', '--tool-name'] as const;

    const listed = await inspect(...call, 'list_containers');
    const found = await inspect(...call, 'search_memories', '--tool-arg', 'q=oars', 'limit=3');
    const refused = await inspect(...call, 'add_memory', '--tool-arg', 'content=x');

    expect(listed).toMatchObject({ structuredContent: { containers: [{ name: 'Rowing' }] } });
    expect(found).toMatchObject({ structuredContent: { results: [] } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'unauthorized' } });
  });
});
