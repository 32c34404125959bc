/** Walks the decision trees of a model: data that a training wrote, in the form in which it is walked. */

/** A model as the file has it. Tests check the shipped file against this, so nothing is checked where it is used. */
export type Model = {
  /** What the model was learned from, and whose work that is. */
  source: string;
  /** The features that the trees ask for. */
  features: readonly string[];
  /** What forks ask, by number: for a feature, by its place among `features`, whether the row has at most so much. */
  questions: { features: readonly number[]; limits: readonly number[] };
  /** A number of a tree from here on is that of a question, counted from here; what is less is the value of a leaf. */
  questionsFrom: number;
  /** How many units of a leaf make 1 in logarithms of the odds. */
  unit: number;
  /** Whether a block is kept: judged by itself, and beside the article that was found. */
  blocks: Readonly<Record<'alone' | 'besideArticle', Forest>>;
  /** What kind a page is of: a forest for each, which asks for features of the page alone, and nothing of its article. */
  kinds: Readonly<Record<string, Forest>>;
};

export type Forest = {
  /** What the sum of the leaves starts from, in units of the leaves. */
  start: number;
  /** A fork is its question, how many numbers the side of yes takes, that side, and then the side of no. */
  trees: readonly (readonly number[])[];
};

/** Gives the probability that a forest of the model sees in a row of features. */
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
