/**
 * Runs every operation against every fault: the real client, over HTTP, with the real service
 * behind the fault server.
 */
import type { MemoryError } from '../../lib/contract/errors.ts';
import type { MemoryClient } from '../../lib/memory-client/client.ts';
import { createRestClient, defaultTimeoutMs } from '../../lib/memory-client/rest.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
import { Api } from '../contract/api.ts';
import { faultList, matrixKey, type NamedFault } from './fault-list.ts';
import { startFaultServer, type FaultServer } from './fault-server.ts';
import { operationList, type OperationUnderTest, type Subject } from './operations.ts';
import { createSharedTime, type SharedTime } from './shared-time.ts';

export interface CallCell {
  readonly operation: string;
  readonly fault: NamedFault;
  readonly requests: number;
  /** How many times the service carried out the operation. */
  readonly done: number;
  /** Simulated duration of the call. */
  readonly seconds: number;
  /** Null if the call succeeded. */
  readonly error: MemoryError | null;
  /** Whether a successful result matches the data in the service. */
  readonly isTrue: boolean;
  /** Everything the client returned, as text. */
  readonly given: string;
  /** Whether the key appeared anywhere in a request except in its header. */
  readonly isKeyAstray: boolean;
  /** How many requests reached the other origin. */
  readonly elsewhere: number;
  /** The size of the largest response that reached the network. */
  readonly bytes: number;
}

/** A service behind a fault server, and a client for it. */
export interface World {
  readonly server: FaultServer;
  readonly time: SharedTime;
  readonly client: MemoryClient;
  /** Bypasses the fault server. */
  readonly api: Api;
  readonly container: string;
  /** Waits until everything is indexed. */
  learned(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a world; the caller closes it. */
export async function openWorld(): Promise<World> {
  const connection = await openNodeService({ file: ':memory:', ownerToken: matrixKey });
  const time = createSharedTime(defaultTimeoutMs);
  const server = await startFaultServer({
    target: (request) => connection.fetch(request),
    sleep: time.serverSleep,
    stalled: time.stalled,
  });
  const client = createRestClient({
    baseUrl: server.url,
    credential: () => Promise.resolve(matrixKey),
    fetch: (request) => fetch(request),
    sleep: time.clientSleep,
    random: () => 0.5,
  });
  const api = new Api((request) => connection.fetch(request)).with(matrixKey);
  const container = await api.createMemory('Reading');
  return {
    server,
    time,
    client,
    api,
    container,
    learned: () => connection.idle(),
    async close() {
      await server.stop();
      await connection.close();
    },
  };
}

/** Runs every operation with every fault, the operations in parallel, each in its own world. */
export async function runCalls(): Promise<CallCell[]> {
  const rows = await Promise.all(operationList.map((operation) => runOperation(operation)));
  return rows.flat();
}

async function runOperation(operation: OperationUnderTest): Promise<CallCell[]> {
  const world = await openWorld();
  try {
    const base = await furnish(world);
    const cells: CallCell[] = [];
    for (const [nth, fault] of faultList.entries()) {
      const word = `heron${nth}`;
      const subject = { ...base, ...(await replaced(world, { operation, word })), word };
      cells.push(await runCell(world, { operation, fault, subject }));
    }
    return cells;
  } finally {
    await world.close();
  }
}

async function furnish({ api, container, learned }: World): Promise<Omit<Subject, 'word'>> {
  const { id: documentId } = await api.addDocument({
    container,
    content: 'Sea otters hold hands while they sleep.',
    title: 'Otters',
    custom_id: 'https://animals.example/otters',
  });
  const noteId = await api.addNote({ container, content: 'Otters juggle stones.' });
  await api.addFact({ container, content: 'I drink tea.' });
  await api.post('/owner/rules', { content: 'Answer briefly.' });
  await learned();
  return { api, container, documentId, noteId };
}

async function replaced(
  { api, container, learned }: World,
  { operation, word }: { operation: OperationUnderTest; word: string },
): Promise<Partial<Subject>> {
  const fields = { container, content: `Soon gone: ${word}.` };
  if (operation.consumes === undefined) return {};
  const made =
    operation.consumes === 'document'
      ? { documentId: (await api.addDocument(fields)).id }
      : { noteId: await api.addNote(fields) };
  await learned();
  return made;
}

async function runCell(
  { server, time, client }: World,
  given: { operation: OperationUnderTest; fault: NamedFault; subject: Subject },
): Promise<CallCell> {
  const { operation, fault, subject } = given;
  const { method, path } = operation;
  const elsewhereBefore = server.other.log().length;
  const startedAt = time.now();
  server.forgetLog();
  server.script({ method, path, fault: fault.fault });
  const outcome = await operation.call(client, subject);
  server.calm();
  const seconds = (time.now() - startedAt) / 1000;
  await server.settled();

  const log = server.log();
  return {
    operation: operation.name,
    fault,
    requests: log.length,
    done: log.filter(({ isDone }) => isDone).length,
    seconds,
    error: outcome.ok ? null : outcome.error,
    isTrue: outcome.ok && outcome.value.isTrue,
    given: JSON.stringify(outcome),
    isKeyAstray: log.some((entry) => (entry.path + entry.body).includes(matrixKey)),
    elsewhere: server.other.log().length - elsewhereBefore,
    bytes: Math.max(...log.map(({ bytes }) => bytes)),
  };
}
