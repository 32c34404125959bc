/** Walks the decision trees of a model: data that a training wrote, and a few lines to read it. */

/** A forest as the file has it. */
export type PackedForest = {
  /** What the sum of the leaves starts from, in units of the leaves. */
  start: number;
  /**
   * A tree is a list of numbers, node by node: a fork is the place of its feature and that of its threshold, followed by
   * the nodes on its left and then those on its right; a leaf is -1 and its value.
   */
  trees: readonly (readonly number[])[];
};

/** A model as the file has it. Tests check the shipped file against this, so nothing is checked where it is used. */
export type PackedModel = {
  /** What the model was learned from, and whose work that is. */
  source: string;
  /** The features that the trees ask for. */
  features: readonly string[];
  /** For each feature its thresholds, ascending: a row goes left where it has at most so much. */
  thresholds: readonly (readonly number[])[];
  /** How many units of a leaf make 1 in logarithms of the odds. */
  unit: number;
  /** Whether a block is kept. */
  blocks: PackedForest;
  /** What kind a page is of: a forest for each, which asks for features of the page alone. */
  kinds: Readonly<Record<string, PackedForest>>;
};

/** The nodes of all trees, each before what is on its left; of a leaf, `feature` is -1 and `limit` its value. */
export type Forest = {
  start: number;
  unit: number;
  roots: number[];
  feature: number[];
  limit: number[];
  right: number[];
};

export type Model = Pick<PackedModel, 'features'> & {
  blocks: Forest;
  kinds: ReadonlyMap<string, Forest>;
};

/** Unpacks a model. */
export function modelOf(packed: PackedModel): Model {
  const kinds = Object.entries(packed.kinds);
  return {
    features: packed.features,
    blocks: forestOf(packed.blocks, packed),
    kinds: new Map(kinds.map(([kind, forest]) => [kind, forestOf(forest, packed)])),
  };
}

/** Gives the probability that a forest sees in a row of features. */
export function probabilityOf(forest: Forest, row: ArrayLike<number>): number {
  const { feature, limit, right } = forest;
  let sum = forest.start;
  for (let at of forest.roots) {
    let asked = feature[at] ?? -1;
    while (asked >= 0) {
      at = (row[asked] ?? 0) <= (limit[at] ?? 0) ? at + 1 : (right[at] ?? 0);
      asked = feature[at] ?? -1;
    }
    sum += limit[at] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum / forest.unit));
}

function forestOf({ start, trees }: PackedForest, { thresholds, unit }: PackedModel): Forest {
  const forest: Forest = { start, unit, roots: [], feature: [], limit: [], right: [] };
  const { roots, feature, limit, right } = forest;
  /** The forks whose left side is being read, the innermost last. */
  const open: number[] = [];
  for (const tree of trees) {
    roots.push(feature.length);
    for (let read = 0; read < tree.length; read += 2) {
      const asked = tree[read] ?? -1;
      const value = tree[read + 1] ?? 0;
      if (asked >= 0) open.push(feature.length);
      feature.push(asked);
      limit.push(asked < 0 ? value : (thresholds[asked]?.[value] ?? 0));
      right.push(0);
      if (asked >= 0) continue;
      // A leaf ends the left side of the innermost fork; what comes next is on its right.
      const fork = open.pop();
      if (fork !== undefined) right[fork] = feature.length;
    }
  }
  return forest;
}
