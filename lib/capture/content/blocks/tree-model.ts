/** Walks the decision trees of a model: data that a training wrote, and a few lines to read it. */

/**
 * A forest as the file has it: tree after tree, node by node, a fork before what is on its left and then what is on its
 * right. Numbers are written in letters, which pack better: `#` is 0, `$` is 1 and so on to `~`, which is 90, the
 * backslash left out, since JSON would write it as two.
 */
export type PackedForest = {
  /** What the sum of the leaves starts from, in units of the leaves. */
  start: number;
  /** For each node 0 where it is a leaf, else 1 more than its feature's place; a 90 is added to what follows it. */
  nodes: string;
  /** For each fork the place of its threshold among those of its feature. */
  thresholds: string;
  /** For each leaf the high digit, to the base 80, of 3200 more than its value. */
  high: string;
  /** And the low one. */
  low: string;
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

function forestOf(packed: PackedForest, { thresholds, unit }: PackedModel): Forest {
  const { start, nodes } = packed;
  const forest: Forest = { start, unit, roots: [], feature: [], limit: [], right: [] };
  const { roots, feature, limit, right } = forest;
  /** The forks whose left side is being read, the innermost last. */
  const open: number[] = [];
  let isRoot = true;
  let read = 0;
  let forks = 0;
  let leaves = 0;
  while (read < nodes.length) {
    const at = feature.length;
    let digit = digitAt(nodes, read++);
    let asked = digit - 1;
    while (digit === 90) {
      digit = digitAt(nodes, read++);
      asked += digit;
    }
    if (isRoot) roots.push(at);
    isRoot = false;
    feature.push(asked);
    right.push(0);
    if (asked >= 0) {
      limit.push(thresholds[asked]?.[digitAt(packed.thresholds, forks++)] ?? 0);
      open.push(at);
      continue;
    }
    limit.push(digitAt(packed.high, leaves) * 80 + digitAt(packed.low, leaves) - 3200);
    leaves++;
    // A leaf ends the left side of the innermost fork, and what comes next is on its right; or else it ends the tree.
    const fork = open.pop();
    if (fork === undefined) isRoot = true;
    else right[fork] = at + 1;
  }
  return forest;
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 92 ? code - 35 : code - 36;
}
