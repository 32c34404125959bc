import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { neverYield } from '../cooperative-yield.ts';
import { modelFeatures } from './block-features.ts';
import { featureNamesOf } from '../../../tests/extraction/training-features.ts';
import { pageContextOf } from './page-context.ts';
import { cutPage } from './page-blocks.ts';
import { probabilityOf, type Model } from './block-model.ts';

const forestSchema = z.strictObject({
  start: z.number(),
  trees: z.array(z.array(z.int())),
});

const modelSchema = z.strictObject({
  source: z.string(),
  features: z.array(z.string()),
  questions: z.strictObject({ features: z.array(z.int()), limits: z.array(z.number()) }),
  questionsFrom: z.int(),
  unit: z.number(),
  blocks: z.strictObject({ alone: forestSchema, besideArticle: forestSchema }),
  kinds: z.record(z.string(), forestSchema),
});

const checkSchema = z.object({
  /** Hashes of all available feature names, the settings, and each measured model. */
  made: z.object({
    features: z.string(),
    training: z.string(),
    measured: z.array(z.string()).check(z.length(5)),
  }),
  rows: z.array(z.array(z.number())),
  probabilities: z.strictObject({
    alone: z.array(z.number()),
    besideArticle: z.array(z.number()),
  }),
});

function dataIn(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

// a <= 2 ? (b <= 10 ? -200 : 100) : 300, and a tree with a single leaf of 50.
const smallForest = { start: 50, trees: [[1000, 4, 1001, 1, -200, 100, 300], [50]] };

const small: Model = {
  source: '',
  features: ['a', 'b'],
  questions: { features: [0, 1], limits: [2, 10] },
  questionsFrom: 1000,
  unit: 100,
  blocks: { alone: smallForest, besideArticle: smallForest },
  kinds: {},
};

describe('probabilityOf', () => {
  it.each([
    [[2, 10], -1],
    [[2, 11], 2],
    [[2.1, 0], 4],
  ])('evaluates each tree for %j', (row, odds) => {
    expect(probabilityOf(smallForest, row, small)).toBeCloseTo(1 / (1 + Math.exp(-odds)), 10);
  });

  it('returns 0.5 without trees', () => {
    expect(probabilityOf({ start: 0, trees: [] }, [], small)).toBe(0.5);
  });
});

describe('the shipped model', () => {
  const model: Model = z.parse(modelSchema, dataIn('./model.json'));
  const {
    made: { measured, ...made },
    rows,
    probabilities,
  } = z.parse(checkSchema, dataIn('./model-check.json'));

  it('names its training data', () => {
    expect(model.source).toContain('Murrough Foley, CC BY 4.0');
  });

  it('was trained on the features the code computes', async () => {
    const { document } = new JSDOM('<p>a</p>').window;
    const cut = await cutPage(document.body, neverYield);

    const names = featureNamesOf(pageContextOf(cut));

    expect(digest(names.join(' '))).toBe(made.features);
    expect(names).toEqual(expect.arrayContaining([...model.features]));
  });

  it("uses no feature that isn't shipped", () => {
    const missing = model.features.filter((name) => !isShipped(name));

    expect(missing).toEqual([]);
  });

  it('was trained with the current settings', () => {
    const training = readFileSync(
      new URL('../../../tests/extraction/train.py', import.meta.url),
      'utf8',
    );
    const settings = /^SETTINGS = \{\n([\s\S]*?)^\}/m.exec(training)?.[1] ?? '';

    expect(made.training).toBe(digest(settings.replace(/\s/g, '')));
  });

  it('comes from the same training as the measured models, which use the same features', () => {
    for (const [fold, written] of measured.entries()) {
      const folder = '../../../tests/extraction/measured-models';
      const text = readFileSync(new URL(`${folder}/${fold}.json`, import.meta.url), 'utf8');
      const { features } = z.parse(modelSchema, JSON.parse(text));

      expect(digest(text)).toBe(written);
      expect(features.filter((name) => !isShipped(name))).toEqual([]);
    }
  });

  it.each(['alone', 'besideArticle'] as const)(
    'returns the probabilities from the training for blocks classified %s',
    (name) => {
      const found = rows.map((row) => probabilityOf(model.blocks[name], row, model));

      expect(rows.length).toBeGreaterThan(5);
      for (const [at, probability] of probabilities[name].entries()) {
        expect(Math.abs((found[at] ?? 0) - probability)).toBeLessThan(0.001);
      }
    },
  );

  it('uses no feature that is always absent', () => {
    const { questions, features, blocks, kinds } = model;
    const trees = [...Object.values(blocks), ...Object.values(kinds)].flatMap(
      (forest) => forest.trees,
    );

    expect(questions.limits.length).toBe(questions.features.length);
    for (const at of questions.features) expect(features[at]).toBeDefined();
    for (const tree of trees) {
      expect(endOfSide(tree, 0)).toBe(tree.length);
      for (const at of askedIn(tree)) expect(questions.features[at]).toBeDefined();
    }
  });

  it('determines the kind from page features only, not from the article', () => {
    const { questions, features, kinds } = model;
    const asked = Object.values(kinds).flatMap(({ trees }) => trees.flatMap(askedIn));

    expect(asked.length).toBeGreaterThan(0);
    for (const at of asked) {
      expect(features[questions.features[at] ?? -1]).toMatch(/^page-(?!article-)/);
    }
  });

  /** Returns the conditions of a tree, skipping branch lengths. */
  function askedIn(tree: readonly number[]): number[] {
    return tree.flatMap((value, at) =>
      value >= model.questionsFrom && !isLength(tree, at) ? [value - model.questionsFrom] : [],
    );
  }

  function isLength(tree: readonly number[], at: number): boolean {
    return at > 0 && (tree[at - 1] ?? 0) >= model.questionsFrom;
  }

  /** Returns the end of the branch that starts at an index. Throws if a branch length is wrong. */
  function endOfSide(tree: readonly number[], at: number): number {
    if ((tree[at] ?? 0) < model.questionsFrom) return at + 1;
    const no = endOfSide(tree, at + 2);
    expect(tree[at + 1]).toBe(no - at - 2);
    return endOfSide(tree, no);
  }
});

function isShipped(name: string): boolean {
  return name.startsWith('page-') || modelFeatures.some(([shipped]) => shipped === name);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
