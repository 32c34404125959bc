/** Two accounts and twenty keys: no key reaches what is another account's or outside its reach, by any tool. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpDoor } from '../../service/mcp/mcp-door.ts';
import type { Api } from './api.ts';
import { McpClient } from './mcp-client.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

/** A Memory whose every text holds a word that stands nowhere else. */
interface Place {
  readonly account: number;
  readonly word: string;
  readonly container: string;
  readonly document: string;
  readonly note: string;
  readonly fact: string;
}

interface Holder {
  readonly rank: number;
  readonly profile: boolean;
  readonly agent: boolean;
  /** The words of the Memories in its reach. */
  readonly words: readonly string[];
  readonly client: McpClient;
}

const words = ['avocet', 'bittern', 'curlew', 'dunlin', 'egret', 'fulmar'];
const levels = ['read', 'write', 'full'] as const;
let service: TwoAccounts;
let places: Place[];
let holders: Holder[];

beforeAll(async () => {
  service = await openTwoAccounts({ doors: [mcpDoor(() => 'http://localhost')] });
  places = await Promise.all(words.map((word, index) => furnish(index % 2, word)));
  holders = await Promise.all(Array.from({ length: 20 }, (_, index) => makeHolder(index)));
  await service.idle();
});
afterAll(() => service.close());

async function furnish(account: number, word: string): Promise<Place> {
  const api = ownerOf(account);
  const container = await api.createMemory(`Of the ${word}`);
  return {
    account,
    word,
    container,
    document: await api.learnDocument({ container, title: word, content: `A bird, the ${word}.` }),
    note: await api.addNote({ container, content: `A bird noted, the ${word}.` }),
    fact: await api.addFact({ container, content: `My bird is the ${word}.` }),
  };
}

/** Level, permissions and reach go round at different paces, so that all of them meet. */
async function makeHolder(index: number): Promise<Holder> {
  const account = index % 2;
  const own = places.filter((place) => place.account === account);
  const reached = index % 5 === 4 ? own : own.slice(0, Math.floor(index / 2) % 3);
  const rank = index % 3;
  const [profile, agent] = [index % 4 > 1, index % 7 > 2];
  const reach = index % 5 === 4 ? 'all' : reached.map(({ container }) => container);
  const { token } = await ownerOf(account).createKey({
    level: levels[rank],
    profile,
    agent,
    reach,
  });
  const client = await McpClient.connect(ownerOf(account).with(token));
  return { rank, profile, agent, words: reached.map(({ word }) => word), client };
}

function ownerOf(account: number): Api {
  return service.owners[account === 0 ? 0 : 1];
}

type Arguments = Record<string, unknown>;

/** Every tool that names a Memory or a thing inside one, with the least level it takes. */
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

/** Every tool that answers from all that is in reach. */
const gathering: [string, (holder: Holder) => boolean, Arguments][] = [
  ['list_containers', () => true, {}],
  ['search_memories', () => true, { q: 'bird', limit: 50 }],
  ['list_documents', () => true, {}],
  ['get_profile', ({ profile }) => profile, { q: 'bird' }],
  ['ask_agent', ({ agent }) => agent, { message: 'bird' }],
];

describe.each(naming)('%s', (name, rank, argsFor) => {
  it('reaches what is in the key’s reach, at its level, and nothing else', async () => {
    for (const holder of holders) {
      for (const place of places) {
        const { isError, body } = await holder.client.call(name, argsFor(place));
        const may = holder.words.includes(place.word) && holder.rank >= rank;

        expect(isError).toBe(!may);
        expect(wordsIn(body).filter((word) => !holder.words.includes(word))).toEqual([]);
      }
    }
  });
});

describe.each(gathering)('%s', (name, may, args) => {
  it('gathers from the key’s reach alone', async () => {
    for (const holder of holders) {
      const { isError, body } = await holder.client.call(name, args);

      expect(isError).toBe(!may(holder));
      expect(wordsIn(body)).toEqual(may(holder) ? holder.words.toSorted() : []);
    }
  });
});

function wordsIn(body: unknown): string[] {
  const text = JSON.stringify(body);
  return words.filter((word) => text.includes(word));
}
