import { describe, expect, it } from 'vitest';
import {
  readAskAnswer,
  readProfile,
  readRules,
  readAddedNote,
  readConfirmation,
  readSearch,
} from './responses.ts';
import { isDeeperThan } from './json.ts';

const hit = { container_name: 'Work', content: 'A passage' };

describe('readProfile', () => {
  it.each([
    { shape: 'strings', given: ['Lives in Bern'], items: [{ text: 'Lives in Bern' }] },
    {
      shape: "our service's objects",
      given: [{ id: 'm1', content: 'Vegan', container_name: 'Me', saved_at: '2026-11-01' }],
      items: [{ id: 'm1', text: 'Vegan', containerName: 'Me', savedAt: '2026-11-01' }],
    },
    { shape: 'text', given: [{ text: 'Vegan' }], items: [{ text: 'Vegan' }] },
    { shape: 'memory', given: [{ memory: 'Vegan', id: 7 }], items: [{ id: '7', text: 'Vegan' }] },
    { shape: 'nested', given: [{ memory: { content: 'Vegan' } }], items: [{ text: 'Vegan' }] },
    {
      shape: 'a key and a value',
      given: [{ key: 'city', value: 'Bern' }],
      items: [{ text: '{"key":"city","value":"Bern"}' }],
    },
    { shape: 'numbers and null', given: [3, null], items: [{ text: '3' }, { text: 'null' }] },
    { shape: 'arrays', given: [['a', 1]], items: [{ text: '["a",1]' }] },
    {
      shape: 'an object without text',
      given: [{ content: '' }],
      items: [{ text: '{"content":""}' }],
    },
    { shape: 'wrapped', given: { items: ['a', 'b'] }, items: [{ text: 'a' }, { text: 'b' }] },
    { shape: 'one string', given: 'Lives in Bern', items: [{ text: 'Lives in Bern' }] },
    { shape: 'one object', given: { content: 'Vegan' }, items: [{ text: 'Vegan' }] },
    { shape: 'a map', given: { city: 'Bern' }, items: [{ text: '{"city":"Bern"}' }] },
    { shape: 'null', given: null, items: [] },
    { shape: 'an empty object', given: {}, items: [] },
  ])('reads items in the form: $shape', ({ given, items }) => {
    expect(readProfile({ static: given, dynamic: [] })).toEqual({
      static: items,
      dynamic: [],
      results: [],
    });
  });

  it('keeps the three lists separate', () => {
    const profile = readProfile({ static: ['a'], dynamic: ['b'], results: [hit] });

    expect(profile).toEqual({
      static: [{ text: 'a' }],
      dynamic: [{ text: 'b' }],
      results: [{ text: 'A passage', containerName: 'Work' }],
    });
  });

  it('reads a profile in a wrapper with the passages next to it', () => {
    expect(readProfile({ profile: { static: ['a'], dynamic: ['b'] }, results: ['c'] })).toEqual({
      static: [{ text: 'a' }],
      dynamic: [{ text: 'b' }],
      results: [{ text: 'c' }],
    });
  });

  it.each([{}, [], null, 'text', 5, { error: 'x' }])('finds no profile in %o', (body) => {
    expect(readProfile(body)).toBeNull();
  });
});

describe('readRules', () => {
  it.each([
    {
      body: { rules: [{ id: 'r1', content: 'Be brief' }] },
      rules: [{ id: 'r1', text: 'Be brief' }],
    },
    { body: { rules: ['Be brief'] }, rules: [{ text: 'Be brief' }] },
    { body: { rules: 'Be brief' }, rules: [{ text: 'Be brief' }] },
    { body: { rules: { items: [{ rule: 'Be brief' }] } }, rules: [{ text: 'Be brief' }] },
    {
      body: ['Be brief', { text: 'In German' }],
      rules: [{ text: 'Be brief' }, { text: 'In German' }],
    },
    { body: { data: { rules: ['Be brief'] } }, rules: [{ text: 'Be brief' }] },
    { body: 'Be brief', rules: [{ text: 'Be brief' }] },
    { body: { tone: 'brief' }, rules: [{ text: '{"tone":"brief"}' }] },
    { body: { message: 'None yet', rules: [] }, rules: [] },
    { body: { rules: null }, rules: [] },
    { body: [], rules: [] },
    { body: {}, rules: [] },
  ])('reads $body', ({ body, rules }) => {
    expect(readRules(body)).toEqual(rules);
  });
});

describe('readAskAnswer', () => {
  it.each([
    { body: { answer: 'Bern', agent: 'none' }, text: 'Bern' },
    { body: { message: 'Bern' }, text: 'Bern' },
    { body: { content: 'Bern' }, text: 'Bern' },
    { body: { text: 'Bern' }, text: 'Bern' },
    { body: 'Bern', text: 'Bern' },
    { body: { message: { role: 'assistant', content: 'Bern' } }, text: 'Bern' },
    {
      body: {
        content: [
          { type: 'text', text: 'In' },
          { type: 'text', text: 'Bern' },
        ],
      },
      text: 'In\nBern',
    },
    { body: { choices: [{ message: { content: 'Bern' } }] }, text: 'Bern' },
    { body: { data: { answer: 'Bern' } }, text: 'Bern' },
    { body: { verdict: 'Bern' }, text: '{"verdict":"Bern"}' },
    { body: 42, text: '42' },
    { body: { answer: '', message: 'Bern' }, text: 'Bern' },
  ])('finds the text of $body', ({ body, text }) => {
    expect(readAskAnswer(body)).toEqual({ text, sources: [] });
  });

  it.each([null, '', ' ', {}, []])('finds no answer in %o', (body) => {
    expect(readAskAnswer(body)).toBeNull();
  });

  it.each(['sources', 'citations', 'results'])('finds the sources under %s', (name) => {
    expect(readAskAnswer({ answer: 'Bern', [name]: [hit] })?.sources).toEqual([hit]);
  });

  it('keeps sources it cannot read, without inventing a Memory for them', () => {
    const sources = [
      hit,
      'Somewhere',
      { text: 'A quote', url: 'https://a.example', title: 'A' },
      { page: 3 },
    ];

    expect(readAskAnswer({ answer: 'Bern', sources })?.sources).toMatchObject([
      hit,
      { container_name: '', content: 'Somewhere' },
      { container_name: '', content: 'A quote', url: 'https://a.example', title: 'A' },
      { container_name: '', content: '{"page":3}' },
    ]);
  });
});

describe('readAddedNote', () => {
  it.each([
    { body: { status: 'queued', memory_id: 'm1' }, note: { status: 'queued', memoryId: 'm1' } },
    { body: { id: 'm1' }, note: { status: null, memoryId: 'm1' } },
    { body: { id: 17 }, note: { status: null, memoryId: '17' } },
    { body: { status: 'stored' }, note: { status: 'stored', memoryId: null } },
    { body: { memory: { id: 'm1' } }, note: { status: null, memoryId: 'm1' } },
    { body: { memory: 'm1' }, note: { status: null, memoryId: 'm1' } },
    { body: { data: [{ id: 'm1' }] }, note: { status: null, memoryId: 'm1' } },
    { body: [{ id: 'm1' }], note: { status: null, memoryId: 'm1' } },
    { body: 'mem_01', note: { status: null, memoryId: 'mem_01' } },
    { body: 'stored', note: { status: null, memoryId: null } },
    { body: 'Stored 1 note', note: { status: null, memoryId: null } },
    { body: null, note: { status: null, memoryId: null } },
    { body: true, note: { status: null, memoryId: null } },
    { body: { memory_id: null, id: '' }, note: { status: null, memoryId: null } },
  ])('reads $body', ({ body, note }) => {
    expect(readAddedNote(body)).toEqual(note);
  });
});

describe('readConfirmation', () => {
  it.each([
    { message: 'Really?' },
    { sentence: 'Really?' },
    { detail: 'Really?' },
    { details: 'Really?' },
    { details: { message: 'Really?' } },
    { message: '', details: ['Really?'] },
  ])('returns the message of %o verbatim', (fields) => {
    expect(readConfirmation({ status: 'confirmation_required', ...fields })).toEqual({
      outcome: 'confirmation-required',
      sentence: 'Really?',
    });
  });

  it('uses a default sentence if the service sends none', () => {
    const confirmation = readConfirmation({ status: 'confirmation_required' });

    expect(confirmation).toMatchObject({ sentence: expect.stringContaining('confirmation') });
  });

  it.each([null, 'confirmation_required', [], {}, { status: 'deleted' }])(
    'finds no confirmation request in %o',
    (body) => {
      expect(readConfirmation(body)).toBeNull();
    },
  );
});

describe('readSearch', () => {
  it('keeps the hits in order, with their Memories and unknown fields', () => {
    const second = { ...hit, content: 'Another', rank: 2 };

    const outcome = readSearch({ results: [hit, second], containers: [{ name: 'Work' }, {}] });

    expect(outcome).toEqual({ hits: [hit, second], failed: [], searched: 2 });
  });

  it.each([
    { error: 'timed out', reason: 'timed out' },
    {
      error: { code: 'internal', message: 'The index is damaged' },
      reason: 'The index is damaged',
    },
    { error: { code: 'internal' }, reason: 'internal' },
    { error: { error: { detail: 'nested' } }, reason: 'nested' },
    { error: { at: 3 }, reason: '{"at":3}' },
    { error: ['one', 'two'], reason: 'one\ntwo' },
    { error: 504, reason: '504' },
    { error: 0, reason: '0' },
    { error: [], reason: '[]' },
    { error: true, reason: 'The service reported an error without a reason.' },
    { error: '', reason: 'The service reported an error without a reason.' },
    { error: {}, reason: 'The service reported an error without a reason.' },
  ])('reports a Memory whose error is $error', ({ error, reason }) => {
    const outcome = readSearch({ results: [], containers: [{ name: 'Work', error }] });

    expect(outcome).toEqual({ hits: [], failed: [{ name: 'Work', reason }], searched: 1 });
  });

  it.each([undefined, null, false])('doesn’t count %o as an error', (error) => {
    const outcome = readSearch({ results: [], containers: [{ name: 'Work', error }] });

    expect(outcome?.failed).toEqual([]);
  });

  it.each([
    { entry: { container_name: 'Work' }, name: 'Work' },
    { entry: { id: 'c1' }, name: 'c1' },
    { entry: { name: ' ', id: 'c1' }, name: 'c1' },
    { entry: {}, name: 'A Memory without a name' },
  ])('names the Memory of $entry', ({ entry, name }) => {
    const outcome = readSearch({ results: [], containers: [{ ...entry, error: 'x' }] });

    expect(outcome?.failed).toEqual([{ name, reason: 'x' }]);
  });

  it.each([
    { results: [] },
    { containers: [] },
    { results: [{ content: 'No Memory named' }], containers: [] },
    { results: [], containers: ['Work'] },
    [],
    null,
  ])('doesn’t read %o as an empty search', (body) => {
    expect(readSearch(body)).toBeNull();
  });
});

describe('isDeeperThan', () => {
  it.each([
    { levels: 0, value: 1, deeper: false },
    { levels: 0, value: [], deeper: false },
    { levels: 0, value: [[]], deeper: true },
    { levels: 1, value: [{ a: 1 }], deeper: false },
    { levels: 1, value: [{ a: [] }], deeper: true },
  ])('returns $deeper for $value at $levels levels', ({ levels, value, deeper }) => {
    expect(isDeeperThan(levels, value)).toBe(deeper);
  });
});
