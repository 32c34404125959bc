/** Two accounts with three Memories each, and twenty keys whose level, permissions and reach differ. */
import type { ServiceDependencies } from '../../service/app.ts';
import type { Api } from './api.ts';
import { openTwoAccounts } from './two-accounts.ts';

/** A Memory whose texts all contain a word that appears in no other Memory. */
export interface Place {
  readonly account: number;
  readonly word: string;
  readonly container: string;
  readonly document: string;
  readonly note: string;
  readonly fact: string;
}

export interface Holder {
  readonly account: number;
  /** 0 can read, 1 can also write, 2 can also delete. */
  readonly rank: number;
  readonly profile: boolean;
  readonly agent: boolean;
  /** The words of the Memories in the key's reach. */
  readonly words: readonly string[];
  /** Sends requests with the key. */
  readonly api: Api;
}

const words = ['avocet', 'bittern', 'curlew', 'dunlin', 'egret', 'fulmar'];
const levels = ['read', 'write', 'full'];

/** Opens the service with its accounts and keys; `changes` replaces dependencies. */
export async function openKeyMatrix(changes: Partial<ServiceDependencies> = {}) {
  const service = await openTwoAccounts(changes);
  const ownerOf = (account: number) => service.owners[account === 0 ? 0 : 1];
  const places: Place[] = [];
  // One after another: each adds a fact, and an account can run only two turns at once.
  for (const [index, word] of words.entries())
    places.push(await furnish(ownerOf(index % 2), { account: index % 2, word }));
  const holders = await Promise.all(
    Array.from({ length: 20 }, (_, index) => makeHolder(ownerOf(index % 2), { index, places })),
  );
  await service.idle();
  return { ownerOf, places, holders, close: () => service.close() };
}

/** Returns the words of Memories that a response contains. */
export function wordsIn(body: unknown): string[] {
  const text = JSON.stringify(body);
  return words.filter((word) => text.includes(word));
}

async function furnish(
  api: Api,
  { account, word }: { account: number; word: string },
): Promise<Place> {
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

/** Creates the key with this index. Its level, permissions and reach follow different periods, to mix them. */
async function makeHolder(
  owner: Api,
  { index, places }: { index: number; places: readonly Place[] },
): Promise<Holder> {
  const account = index % 2;
  const own = places.filter((place) => place.account === account);
  const reached = index % 5 === 4 ? own : own.slice(0, Math.floor(index / 2) % 3);
  const rank = index % 3;
  const [profile, agent] = [index % 4 > 1, index % 7 > 2];
  const reach = index % 5 === 4 ? 'all' : reached.map(({ container }) => container);
  const { token } = await owner.createKey({ level: levels[rank], profile, agent, reach });
  const api = owner.with(token);
  return { account, rank, profile, agent, words: reached.map(({ word }) => word), api };
}
