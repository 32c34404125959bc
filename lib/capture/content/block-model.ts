import modelFile from './model.json' with { type: 'json' };

/** The model file: see docs/extraction.md. A test validates it, so it isn't validated at run time. */
export type Model = {
  source: string;
  features: readonly string[];
  /** Split conditions by number: the index of a feature in `features`, and the upper limit for "yes". */
  questions: { features: readonly number[]; limits: readonly number[] };
  /** Tree entries from this number up are split conditions, numbered from here; smaller entries are leaf values. */
  questionsFrom: number;
  /** Leaf values are log-odds multiplied by this number. */
  unit: number;
  /** Forests that decide whether to keep a block: without the extracted article, and with it. */
  blocks: Readonly<Record<'alone' | 'besideArticle', Forest>>;
  /** One forest per kind, using features of the page alone. */
  kinds: Readonly<Record<string, Forest>>;
};

export type Forest = {
  start: number;
  /** Each split is its condition, the length of the "yes" branch, that branch, and then the "no" branch. */
  trees: readonly (readonly number[])[];
};

export function probabilityOf(forest: Forest, row: ArrayLike<number>, model: Model): number {
  const { questions, questionsFrom, unit } = model;
  let sum = forest.start;
  for (const tree of forest.trees) {
    let at = 0;
    let value = tree[0] ?? 0;
    while (value >= questionsFrom) {
      const question = value - questionsFrom;
      const isYes =
        (row[questions.features[question] ?? 0] ?? 0) <= (questions.limits[question] ?? 0);
      at += isYes ? 2 : 2 + (tree[at + 1] ?? 0);
      value = tree[at] ?? 0;
    }
    sum += value;
  }
  return 1 / (1 + Math.exp(-sum / unit));
}

export const shippedModel: Model = modelFile;
