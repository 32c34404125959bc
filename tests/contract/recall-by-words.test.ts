/** Tests what else words find: corrections, longer words, compounds and addresses. Each test creates its Memories. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
let owner: Api;
let count = 0;

beforeAll(async () => {
  service = await openTwoAccounts();
  [owner] = service.owners;
});
afterAll(() => service.close());

/** Creates a Memory with these texts. A URL becomes the `custom_id`. */
async function memoryWith(
  texts: readonly (string | { url: string; content: string })[],
): Promise<string> {
  const container = await owner.createMemory(`Memory ${(count += 1)}`);
  for (const [index, text] of texts.entries()) {
    const { url, content } = typeof text === 'string' ? { url: `t${index}`, content: text } : text;
    await owner.learnDocument({ container, content, custom_id: url });
  }
  // Words are counted after learning.
  await service.idle();
  return container;
}

async function found(container: string, q: string): Promise<string[]> {
  return (await owner.search({ container, q })).results.map(({ content }) => content);
}

describe('spelling', () => {
  const herons = ['Herons fish in the estuary.', 'The estuary floods.', 'Estuaries are muddy.'];

  it.each([
    ['a wrong letter', 'estuery'],
    ['a missing letter', 'estury'],
    ['an additional letter', 'estuuary'],
    ['two letters swapped', 'etsuary'],
  ])('corrects %s, and lists the correction', async (_what, typed) => {
    const container = await memoryWith(herons);

    const { results, corrections } = await owner.search({ container, q: `herons ${typed}` });

    expect(results[0]?.content).toBe(herons[0]);
    expect(corrections).toEqual([{ typed, corrected: 'estuary' }]);
  });

  it('chooses the most frequent of several words', async () => {
    const container = await memoryWith(['A plane.', 'A plank.', 'The planks.', 'A plank again.']);

    expect((await owner.search({ container, q: 'planx' })).corrections).toEqual([
      { typed: 'planx', corrected: 'plank' },
    ]);
  });

  it.each([
    ['a word in quotes', '"estuery"'],
    ['a word with another first letter', 'istuary'],
    ['a word with two mistakes', 'esteury'],
    ['a short word', 'esx'],
    ['a number', '18711'],
  ])('doesn’t correct %s', async (_what, q) => {
    const container = await memoryWith([...herons, 'In 1871 an est fell.']);

    const { corrections } = await owner.search({ container, q });

    expect(corrections).toBeUndefined();
  });

  it('doesn’t correct a stored word, however rare', async () => {
    const container = await memoryWith(['A plank.', 'The planks.', 'A plane.']);

    expect((await owner.search({ container, q: 'plane' })).corrections).toBeUndefined();
    expect((await found(container, 'plane'))[0]).toBe('A plane.');
  });

  it('ignores the words of other Memories and of deleted pages', async () => {
    const container = await memoryWith(['Herons wait.']);
    await memoryWith(['An estuary.']);
    const id = await owner.learnDocument({ container, content: 'The estuary is gone.' });
    await service.idle();
    expect(await found(container, 'estuery')).toHaveLength(1);

    await owner.delete(`/v1/documents/${id}?confirm=true`);

    expect((await owner.search({ container, q: 'estuery' })).corrections).toBeUndefined();
  });

  it('keeps no word that is only in deleted pages', async () => {
    const container = await memoryWith(['Herons wait.']);
    const id = await owner.learnDocument({ container, content: 'A zygomorphic flower.' });
    await service.idle();
    await owner.delete(`/v1/documents/${id}?confirm=true`);
    await service.idle();

    const { words, word_changes } = await service.tables();
    expect(JSON.stringify(words)).toContain('heron');
    expect(JSON.stringify([words, word_changes])).not.toContain('zygo');
  });

  it('knows the words of titles, until their pages are deleted', async () => {
    const container = await memoryWith(['Herons wait.']);
    const page = { container, title: 'The estuary', content: 'Mud, mostly.' };
    const id = await owner.learnDocument(page);
    await service.idle();
    expect((await owner.search({ container, q: 'estuery' })).results[0]?.content).toBe(
      'Mud, mostly.',
    );

    await owner.delete(`/v1/documents/${id}?confirm=true`);

    expect((await owner.search({ container, q: 'estuery' })).corrections).toBeUndefined();
  });
});

describe('the word being typed', () => {
  it('also finds longer words, ranked below the word itself', async () => {
    const container = await memoryWith(['A conservatory.', 'We conserve.', 'Nothing else.']);

    expect(await found(container, 'conservat')).toEqual(['A conservatory.']);
    expect(await found(container, 'conserv')).toEqual(['We conserve.', 'A conservatory.']);
  });

  it.each(['educatio', 'Educati', 'organizatio', 'responsibilit'])(
    'is found although its stem is shorter: %s',
    async (q) => {
      const text = 'Education, organization and responsibility.';
      const container = await memoryWith([text, 'Nothing else.']);

      expect(await found(container, q)).toEqual([text]);
    },
  );

  it('is the last word', async () => {
    const container = await memoryWith(['A lighthouse keeper.', 'A lamp.']);

    expect(await found(container, 'lamp lightho')).toHaveLength(2);
    expect(await found(container, 'lightho lamp')).toEqual(['A lamp.']);
  });
});

describe('compounds', () => {
  it.each([
    ['Krankenversicherung', 'Die Krankenversicherungsbeiträge steigen.'],
    ['Versicherung', 'Eine Krankenversicherung ist Pflicht.'],
    ['Lüftung der Wohnung', 'Die Wohnraumlüftung läuft.'],
    ['Wärmepumpenförderung', 'Für eine Wärmepumpe gibt es Förderung.'],
    ['Ärztin', 'Die Ärztinnen streiken.'],
  ])('%s finds: %s', async (q, text) => {
    const container = await memoryWith([
      text,
      'Krankenhaus und Beiträge.',
      'Der Raum ist leer.',
      'Die Pumpe ist kaputt.',
    ]);

    expect((await found(container, q))[0]).toBe(text);
  });

  it('rank below the word itself', async () => {
    const container = await memoryWith(['Die Seenotrettung.', 'Die Rettung kam.']);

    expect(await found(container, 'Rettung')).toEqual(['Die Rettung kam.', 'Die Seenotrettung.']);
  });

  it('rank below the word itself, however common it is', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => `Die Rettung kam zum ${index}. Mal.`);
    const container = await memoryWith(['Die Seenotrettung.', 'Die Bergrettung.', ...pages]);

    const [first] = await found(container, 'Rettung');

    expect(first).toContain('Die Rettung kam');
  });
});

describe('the words of an address', () => {
  it('find its page, ranked below pages that contain them', async () => {
    const container = await memoryWith([
      { url: 'https://docs.python.example/library/asyncio', content: 'Run tasks concurrently.' },
      { url: 'https://zoo.example/', content: 'The python sleeps.' },
    ]);

    expect(await found(container, 'python')).toEqual([
      'The python sleeps.',
      'Run tasks concurrently.',
    ]);
    expect((await found(container, 'docs.python.example'))[0]).toBe('Run tasks concurrently.');
  });
});

describe('the rarity of a word', () => {
  it('depends only on the searched Memories', async () => {
    const container = await memoryWith(['Salt here.', 'Rye here.', 'Rye there.', 'Rye again.']);
    const before = await found(container, 'salt rye');
    expect(before[0]).toBe('Salt here.');

    await memoryWith(Array.from({ length: 30 }, (_, index) => `Salt of lake ${index}.`));

    expect(await found(container, 'salt rye')).toEqual(before);
  });
});

describe('phrases', () => {
  it('of common words alone are found beside another word', async () => {
    const soliloquy = 'To be or not to be, that is the question.';
    const container = await memoryWith([soliloquy, 'Hamlet asks.']);

    expect(await found(container, '"to be or not to be" hamlet')).toEqual([soliloquy]);
  });
});

describe('letters with their marks apart', () => {
  it.each(['bạn', 'Muḥammad', 'saṃsāra'])('are found like composed ones: %s', async (word) => {
    const text = `The word ${word.normalize('NFD')} here.`;
    const container = await memoryWith([text, 'Nothing else.']);

    expect(await found(container, word)).toEqual([text]);
    expect(await found(container, word.normalize('NFD'))).toEqual([text]);
  });
});

describe('the words of a query', () => {
  it('take precedence over compounds that contain them', async () => {
    const words = ['wohnung', 'heizung', 'zahlung', 'leitung'];
    const ends = ['kosten', 'recht', 'vertrag', 'schutz', 'stelle', 'frage', 'hilfe', 'preise'];
    const whole = 'Wohnung, Heizung, Zahlung und Leitung.';
    const compounds = words.flatMap((word) => ends.map((end) => `Etwas über ${word}s${end}.`));
    const container = await memoryWith([whole, `Noch einmal: ${whole}`, ...compounds]);

    expect((await found(container, words.join(' '))).slice(0, 2).toSorted()).toEqual(
      [`Noch einmal: ${whole}`, whole].toSorted(),
    );
  });
});

describe('text that is being learned again', () => {
  it('stays searchable', async () => {
    const content = `The heron waits.\n\n${'The tide comes and goes. '.repeat(2_000)}`;
    const container = await memoryWith([content]);
    const [document] = (await owner.search({ container, q: 'heron' })).results;

    for (let round = 0; round < 10; round += 1) {
      await owner.send('POST', `/owner/documents/${document?.document_id}/update-now`);
      const searches = Array.from({ length: 20 }, () => owner.search({ container, q: 'heron' }));
      for (const { results } of await Promise.all(searches)) {
        expect(results[0]?.content).toContain('heron');
      }
      await service.idle();
    }
  });
});

describe('another account', () => {
  it('never appears in a search that waits while a Memory is deleted', async () => {
    const [mine, other] = service.owners;
    await mine.createMemory('Kept');
    const deleted = await mine.createMemory('Deleted');
    const theirs = await other.createMemory('Theirs');
    await other.learnDocument({ container: theirs, content: 'The secret password.' });

    const searches = Array.from({ length: 40 }, () => mine.search({ q: 'secret password' }));
    await mine.delete(`/owner/containers/${deleted}?confirm=true`);

    for (const { results } of await Promise.all(searches)) expect(results).toEqual([]);
  });

  it('doesn’t affect corrections or ranking, however often it uses a word', async () => {
    const [mine, other] = service.owners;
    const container = await memoryWith([
      { url: 'https://zephyr.example/guide', content: 'Setup takes a minute.' },
      'The zephyx is something else.',
    ]);
    const theirs = await other.createMemory('Winds');
    const before = await mine.search({ container, q: 'zephyr' });
    for (let number = 0; number < 250; number += 1)
      await other.addDocument({ container: theirs, content: `Zephyr number ${number}.` });
    await service.idle();

    const after = await mine.search({ container, q: 'zephyr' });
    expect(after.corrections).toBeUndefined();
    expect(after.results.map(({ content }) => content)).toEqual(
      before.results.map(({ content }) => content),
    );
  });
});

describe('a word of one script in pages of another', () => {
  it('has a finite score', async () => {
    const pages = Array.from(
      { length: 30 },
      (_, n) => `今天我们讨论 OpenAI 公司的产品，第${n}页。`,
    );
    const container = await memoryWith(['An English page about OpenAI.', ...pages]);

    const { results } = await owner.search({ container, q: 'openai' });

    expect(results).not.toEqual([]);
    for (const { score } of results) expect(score).toBeLessThan(100);
  });
});
