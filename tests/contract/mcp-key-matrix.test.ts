/** Two accounts and twenty keys: no tool lets a key reach another account or anything outside its reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpRoutes } from '../../service/mcp/routes.ts';
import { openKeyMatrix, wordsIn, type Holder, type Place } from './key-matrix.ts';
import { McpClient } from './mcp-client.ts';

let matrix: Awaited<ReturnType<typeof openKeyMatrix>>;
let holders: (Holder & { readonly client: McpClient })[];

beforeAll(async () => {
  matrix = await openKeyMatrix({ routes: [mcpRoutes] });
  holders = await Promise.all(
    matrix.holders.map(async (holder) => ({
      ...holder,
      client: await McpClient.connect(holder.api),
    })),
  );
});
afterAll(() => matrix.close());

type Arguments = Record<string, unknown>;

/** Tools for a given Memory or something in it, with the lowest rank they require. */
const naming: [string, number, (place: Place) => Arguments][] = [
  ['search_memories', 0, ({ container }) => ({ container, q: 'bird' })],
  ['list_documents', 0, ({ container }) => ({ container })],
  ['add_document', 1, ({ container }) => ({ container, content: 'A ferry.', custom_id: 'ferry' })],
  ['add_memory', 1, ({ container }) => ({ container, content: 'A ferry.' })],
  ['add_memory', 1, ({ container }) => ({ container, content: 'I row.', static: true })],
  ['delete_document', 2, ({ document }) => ({ id: document })],
  ['forget_memory', 2, ({ container, note }) => ({ id: note, container })],
  ['forget_memory', 2, ({ container, fact }) => ({ id: fact, container })],
];

/** Tools that read everything in reach, with the keys that can call them. */
const gathering: [string, (holder: Holder) => boolean, Arguments][] = [
  ['list_containers', () => true, {}],
  ['search_memories', () => true, { q: 'bird', limit: 50 }],
  ['list_documents', () => true, {}],
  ['get_profile', ({ profile }) => profile, { q: 'bird' }],
  ['ask_agent', ({ agent }) => agent, { message: 'bird' }],
];

describe.each(naming)('%s', (name, rank, argsFor) => {
  it('works only in the key’s reach and at its level', async () => {
    for (const holder of holders) {
      for (const place of matrix.places) {
        const { isError, body } = await holder.client.call(name, argsFor(place));
        const may = holder.words.includes(place.word) && holder.rank >= rank;

        expect(isError).toBe(!may);
        expect(wordsIn(body).filter((word) => !holder.words.includes(word))).toEqual([]);
      }
    }
  });
});

describe.each(gathering)('%s', (name, may, args) => {
  it('reads only from the key’s reach', async () => {
    for (const holder of holders) {
      const { isError, body } = await holder.client.call(name, args);

      expect(isError).toBe(!may(holder));
      expect(wordsIn(body)).toEqual(may(holder) ? holder.words.toSorted() : []);
    }
  });
});
