import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { unhurried } from '../../pace.ts';
import { askedFeatures } from './block-features.ts';
import { featureNamesOf } from './more-features.ts';
import { surroundingsOf } from './block-surroundings.ts';
import { cutPage } from './page-blocks.ts';
import { modelOf, probabilityOf, type PackedModel } from './tree-model.ts';

const letters = z.string().check(z.regex(/^[#-[\]-~]+$/));
const forestSchema = z.strictObject({
  start: z.number(),
  nodes: letters,
  thresholds: letters,
  high: letters,
  low: letters,
});

const packedModelSchema = z.strictObject({
  source: z.string(),
  features: z.array(z.string()),
  thresholds: z.array(z.array(z.number())),
  unit: z.number(),
  blocks: forestSchema,
  kinds: z.record(z.string(), forestSchema),
});

const checkSchema = z.object({
  /** Digests of the names of all features there were, and of the settings the model was learned with. */
  made: z.object({ features: z.string(), training: z.string() }),
  rows: z.array(z.array(z.number())),
  probabilities: z.array(z.number()),
});

function dataIn(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

const none = { start: 0, nodes: '', thresholds: '', high: '', low: '' };
const small: PackedModel = {
  source: '',
  features: ['a', 'b'],
  thresholds: [[1, 2], [10]],
  unit: 100,
  // At most 2 of a: by b, -200 or 100; else 300. And a leaf by itself: 50.
  blocks: { start: 50, nodes: '$%####', thresholds: '$#', high: 'HLNK', low: 'K7`U' },
  kinds: { article: none },
};

describe('probabilityOf', () => {
  it.each([
    [[2, 10], -1],
    [[2, 11], 2],
    [[2.1, 0], 4],
  ])('walks each tree for %j', (row, odds) => {
    expect(probabilityOf(modelOf(small).blocks, row)).toBeCloseTo(1 / (1 + Math.exp(-odds)), 10);
  });

  it('asks for features that take more than a letter', () => {
    const thresholds = Array.from({ length: 200 }, (_, at) => [at]);
    const blocks = { start: 0, nodes: '~#~~)##~}##', thresholds: '###', high: 'KKKK', low: '####' };

    const { feature } = modelOf({ ...small, thresholds, blocks }).blocks;

    expect(feature).toEqual([89, 185, -1, -1, 178, -1, -1]);
  });

  it('gives even odds without a tree', () => {
    expect(probabilityOf({ ...modelOf(small).blocks, start: 0, roots: [] }, [])).toBe(0.5);
  });
});

describe('the shipped model', () => {
  const packed: PackedModel = z.parse(packedModelSchema, dataIn('./model.json'));
  const { made, rows, probabilities } = z.parse(checkSchema, dataIn('./model-check.json'));

  it('names whose work it was learned from', () => {
    expect(packed.source).toContain('Murrough Foley, CC BY 4.0');
  });

  it('was learned from the features that the code measures', async () => {
    const { document } = new JSDOM('<p>a</p>').window;
    const cut = await cutPage(document.body, unhurried);

    const names = featureNamesOf(surroundingsOf(cut, { shares: null, title: '' }));

    expect(digest(names.join(' '))).toBe(made.features);
    expect(names).toEqual(expect.arrayContaining([...packed.features]));
  });

  it('asks for no feature that is not shipped', () => {
    const shipped = new Set(askedFeatures.map(([name]) => name));

    const missing = packed.features.filter(
      (name) => !name.startsWith('page-') && !shipped.has(name),
    );

    expect(missing).toEqual([]);
  });

  it('was learned with the settings that the training has', () => {
    const training = readFileSync(
      new URL('../../../../tests/extraction/train.py', import.meta.url),
      'utf8',
    );
    const settings = /^SETTINGS = \{\n([\s\S]*?)^\}/m.exec(training)?.[1] ?? '';

    expect(made.training).toBe(digest(settings.replace(/\s/g, '')));
  });

  it('gives the probabilities that the training gave', () => {
    const { blocks } = modelOf(packed);

    const found = rows.map((row) => probabilityOf(blocks, row));

    expect(rows.length).toBeGreaterThan(5);
    for (const [at, probability] of probabilities.entries()) {
      expect(Math.abs((found[at] ?? 0) - probability)).toBeLessThan(0.001);
    }
  });

  it('asks for nothing but its own features and thresholds', () => {
    const { blocks, kinds } = modelOf(packed);

    for (const forest of [blocks, ...kinds.values()]) {
      expect(Math.max(...forest.feature)).toBeLessThan(packed.features.length);
      expect(forest.limit.every(Number.isFinite)).toBe(true);
    }
  });

  it('asks for features of the page alone to tell its kind', () => {
    const { kinds } = modelOf(packed);
    const asked = [...kinds.values()].flatMap(({ feature }) => feature);

    for (const at of new Set(asked.filter((feature) => feature >= 0))) {
      expect(packed.features[at]).toMatch(/^page-/);
    }
  });
});

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
