"""`python3 tests/extraction/train.py [folder] [--choose]`: learns which blocks belong to the text of a page.

Reads the files of dump.ts and trains six models with the same settings and features: the shipped one on all pages, and
five measured ones, each on four fifths of the sites. So every page can be scored by a model that wasn't trained on its
site. The scores are printed here, and by benchmark.ts for the Markdown that is actually sent. The features are those
of the shipped model; `--choose` selects new ones, which then have to be added to block-features.ts.

The same files always give the same models. Set OMP_NUM_THREADS=1: models are trained in parallel, and threads of their own
would only wait for each other.
"""

import collections
import gzip
import hashlib
import json
import multiprocessing
import re
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

import blocks

SETTINGS = {
    "version": 4,
    "rounds": 120,
    "leaves": 16,
    "rate": 0.08,
    "least_blocks": 100,
    "features": 90,
    "thresholds": 40,
    "most_blocks_a_page": 300,
    "found_weight": 4,
    "keep_share": 0.5,
    "keep_shares": {"article": 0.65, "documentation": 0.4, "forum": 0.55, "product": 0.6},
    "keep_least": 0.2,
    "sure_from": 0.9,
    "doubtful": [0.25, 0.75],
    "most_doubt": 0.1,
    "asked_kinds": ["article", "documentation", "list"],
    "asked_from": 0.5,
    "kind_rounds": 25,
    "kind_leaves": 6,
}
# Without an article, these features and all whose names start with `share` are unknown. Other features whose names end
# in `-share` are 0, except NOT_OF_THE_ARTICLE.
UNKNOWN_WITHOUT_ARTICLE = ["page-article-share", "page-article-words", "to-article", "heading-share", "taken-before"]
NOT_OF_THE_ARTICLE = ["link-share", "bold-share", "page-link-share"]
UNIT = 2000
QUESTIONS_FROM = 4000
SHIPPED = "lib/capture/content/model.json"
CHECK = "lib/capture/content/model-check.json"
MEASURED = "tests/extraction/measured-models/{}.json"
FOLDS = 5
NO_FOLD = -1
SOURCE = (
    "Learned from the development split of WCXB, the Web Content eXtraction Benchmark by Murrough Foley, CC BY 4.0; from "
    "article-extraction-dataset by Andrei Paraschiv, Apache-2.0; and from fundus-evaluation by Conrad Dobberstein, MIT"
)

KINDS = {
    "article": "article",
    "news": "article",
    "documentation": "documentation",
    "forum": "forum",
    "product": "product",
    "collection": "list",
    "listing": "list",
    "service": "other",
}


def main():
    folder = next((each for each in sys.argv[1:] if not each.startswith("--")), ".output/extraction")
    pages, all_names = blocks.read(folder)
    with multiprocessing.Pool() as pool:
        for page, each in zip(pages, pool.map(blocks.label, pages, chunksize=8)):
            page.label = each
    cut_short = {page.id for page in pages if page.is_cut_short()}
    say(f"{len(pages)} pages, of which {len(cut_short)} are left out because their true text is cut short")
    pages = [page for page in pages if page.id not in cut_short]
    chosen_by = [page for page in pages if page.part == "chosen-by"]
    cuts = cuts_of(chosen_by)
    if "--choose" in sys.argv:
        chosen = chosen_features(chosen_by, all_names, cuts)
    else:
        chosen = shipped_features(all_names, cuts)
    names, cuts = [all_names[at] for at in chosen], [cuts[at] for at in chosen]
    for page in pages:
        page.rows = page.rows[:, chosen]
    folds = [*range(FOLDS), NO_FOLD]
    others = [[page for page in pages if page.fold != fold] for fold in folds]
    with multiprocessing.Pool() as pool:
        fitted = pool.starmap(fit, [(each, names, cuts) for each in others], chunksize=1)
    measured = measure(pages, fitted, names, cuts)
    forests, kinds = fitted[folds.index(NO_FOLD)]
    shipped = packed(forests, kinds, names, cuts)
    written(SHIPPED, shipped)
    made = {"features": digest(" ".join(all_names)), "training": settings_digest(), "measured": measured}
    with open(CHECK, "w") as file:
        json.dump({"made": made, **check(forests, names, cuts, shipped["features"])}, file)
        file.write("\n")


def fit(pages, names, cuts):
    return fit_blocks(pages, names, cuts), fit_kinds(pages, names, cuts)


def measure(pages, fitted, names, cuts):
    """Writes the measured models, prints their scores on the sites left out, and returns the digests of their files."""
    digests, scores = [], {False: [], True: []}
    for fold in range(FOLDS):
        forests, kinds = fitted[fold]
        digests.append(digest(written(MEASURED.format(fold), packed(forests, kinds, names, cuts))))
        for may_ask, scored in scores.items():
            for page in pages:
                if page.fold == fold:
                    judge(page, forests, kinds, names, cuts, may_ask)
                    scored.append(score_of(page))
    for part in ("chosen-by", "kept-apart"):
        report(part, [score for score in scores[True] if score["part"] == part])
    report("all", scores[True])
    report("all, no article asked", scores[False])
    return digests


def say(text):
    print(text, flush=True)


def written(target, model):
    """Writes a model and returns the text of its file."""
    text = json.dumps(model, separators=(",", ":")) + "\n"
    with open(target, "w") as file:
        file.write(text)
    say(f"{target}: {len(text)} bytes, {len(gzip.compress(text.encode()))} packed")
    return text


def check(forests, names, cuts, asked):
    """Returns random rows near the thresholds, and the probabilities of each forest as fitted."""
    rng = np.random.default_rng(3)
    rows = [[float(rng.choice(cut)) + float(rng.choice([-0.001, 0.001])) for cut in cuts] for _ in range(12)]
    places = [names.index(name) for name in asked]
    return {
        "rows": [[round(row[at], 6) for at in places] for row in rows],
        "probabilities": {
            name: probabilities(forest, binned(np.array(rows), cuts)).round(6).tolist() for name, forest in forests.items()
        },
    }


def cuts_of(pages):
    """Returns rounded thresholds for each feature, spaced so that about equally many blocks fall between them."""
    rows = np.concatenate([page.rows for page in pages]).astype(float)
    rng = np.random.default_rng(1)
    rows = rows[rng.choice(len(rows), min(len(rows), 15_000), replace=False)]
    cuts = []
    for column in rows.T:
        values = np.unique(np.array([float(f"{value:.6g}") for value in np.unique(column)]))
        if len(values) > SETTINGS["thresholds"] + 1:
            levels = np.linspace(0, 1, SETTINGS["thresholds"] + 2)[1:-1]
            values_at = np.unique(np.quantile(column, levels, method="nearest"))
            places = np.unique(np.clip(np.searchsorted(values, values_at * (1 - 1e-6)), 0, len(values) - 2))
        else:
            places = np.arange(len(values) - 1)
        middles = [float(f"{(values[i] + values[i + 1]) / 2:.4g}") for i in places]
        cuts.append(sorted(set(middles)))
    return cuts


def binned(rows, cuts):
    return np.stack([np.searchsorted(cut, column, side="left") for cut, column in zip(cuts, rows.T)], 1).astype(np.float32)


def without_shares(rows, names):
    """Returns the rows as they would be without an article."""
    rows = rows.copy()
    for at, name in enumerate(names):
        if name in UNKNOWN_WITHOUT_ARTICLE or name.startswith("share"):
            rows[:, at] = -1
        elif name.endswith("-share") and name not in NOT_OF_THE_ARTICLE:
            rows[:, at] = 0
    return rows


def samples(pages, rows_of, cuts):
    """Returns rows, labels and weights. A block weighs its share of the page, capped, so that pages count equally."""
    rng = np.random.default_rng(7)
    rows, answers, weights = [], [], []
    for page in pages:
        count = len(page.label)
        if count == 0:
            continue
        whole = max(60, sum(page.truth.values()), 0.3 * page.sizes.sum())
        weight = np.minimum(0.1, np.maximum(page.sizes, 0.5) / whole) * ~page.optional
        # If even the best blocks don't match the true text, the page is a poor example.
        weight *= max(0.1, page.f1(page.label > 0.5)) ** SETTINGS["found_weight"]
        most = SETTINGS["most_blocks_a_page"]
        taken = np.arange(count) if count <= most else np.sort(rng.choice(count, most, replace=False))
        rows.append(binned(rows_of(page)[taken], cuts))
        answers.append(page.label[taken] > 0.5)
        weights.append(weight[taken] * count / len(taken))
    weights = np.concatenate(weights)
    return np.concatenate(rows), np.concatenate(answers), weights / weights.mean()


def classifier(rounds, leaves, least):
    return HistGradientBoostingClassifier(
        max_iter=rounds,
        max_leaf_nodes=leaves,
        min_samples_leaf=least,
        learning_rate=SETTINGS["rate"],
        l2_regularization=1,
        early_stopping=False,
        random_state=1,
    )


def shipped_features(all_names, cuts):
    """Returns the indexes of the features in the shipped model and of all page features."""
    with open(SHIPPED) as file:
        asked = set(json.load(file)["features"])
    return [at for at, name in enumerate(all_names) if cuts[at] and (name in asked or name.startswith("page-"))]


def chosen_features(pages, names, cuts):
    """Returns the features with the highest gain in a first forest. The others cost time and help little."""
    usable = [at for at, cut in enumerate(cuts) if cut]
    rows, answers, weights = samples(pages, lambda page: page.rows, cuts)
    forest = classifier(15, 31, 60).fit(rows[:, usable], answers, weights)
    gains = np.zeros(len(names))
    for (tree,) in forest._predictors:
        forks = tree.nodes[tree.nodes["is_leaf"] == 0]
        for fork in forks:
            gains[usable[fork["feature_idx"]]] += fork["gain"]
    order = np.argsort(-gains)[: SETTINGS["features"]]
    say("most telling: " + ", ".join(names[at] for at in order[:25]))
    of_page = {at for at in usable if names[at].startswith("page-")}
    return sorted(set(order.tolist()) & set(usable) | of_page)


def fit_blocks(pages, names, cuts):
    """Trains a forest that sees only the blocks, and one that also sees the extracted article."""

    def fitted(pages, rows_of):
        forest = classifier(SETTINGS["rounds"], SETTINGS["leaves"], SETTINGS["least_blocks"])
        return rounded(forest.fit(*samples(pages, rows_of, cuts)))

    return {
        "alone": fitted(pages, lambda page: without_shares(page.rows, names)),
        "besideArticle": fitted([page for page in pages if page.has_article], lambda page: page.rows),
    }


def tell_kind(names):
    """Returns a mask of the features that predict the kind: page features that don't need an article."""
    return np.array([name.startswith("page-") and name not in UNKNOWN_WITHOUT_ARTICLE for name in names])


def fit_kinds(pages, names, cuts):
    """Trains a forest for each kind of page."""
    pages = [page for page in pages if len(page.rows)]
    rows = binned(np.stack([page.rows[0] for page in pages]), cuts) * tell_kind(names)
    kinds = np.array([KINDS[page.kind] for page in pages])
    return {
        kind: rounded(classifier(SETTINGS["kind_rounds"], SETTINGS["kind_leaves"], 8).fit(rows, kinds == kind))
        for kind in sorted(set(KINDS.values()))
    }


def rounded(forest):
    """Returns the forest as in the model file: its start value, and each tree as a list of numbers in preorder."""

    def listed(nodes, at):
        node = nodes[at]
        if node["is_leaf"]:
            return [-1, round(float(node["value"]) * UNIT)]
        fork = [int(node["feature_idx"]), int(np.floor(node["num_threshold"]))]
        return fork + listed(nodes, node["left"]) + listed(nodes, node["right"])

    trees = [listed(tree.nodes, 0) for (tree,) in forest._predictors]
    start = float(np.ravel(forest._baseline_prediction)[0]) * UNIT
    return {"start": round(start, 1), "trees": trees, "fitted": forest}


def probabilities(forest, rows):
    return 1 / (1 + np.exp(-forest["fitted"].decision_function(rows)))


def judge(page, forests, kinds, names, cuts, may_ask=True):
    """Sets the probabilities of the blocks and kinds. Uses the article only if the result without it is doubtful."""
    page.probability, page.kinds, page.asked = np.zeros(0), {kind: 0 for kind in kinds}, False
    if len(page.rows) == 0:
        return
    alone = binned(without_shares(page.rows, names), cuts)
    chances = {kind: probabilities(each, alone[:1] * tell_kind(names))[0] for kind, each in kinds.items()}
    page.kinds = {kind: each / sum(chances.values()) for kind, each in chances.items()}
    page.probability = probabilities(forests["alone"], alone)
    page.asked = may_ask and asks_article(page)
    if page.asked:
        page.probability = probabilities(forests["besideArticle"], binned(page.rows, cuts))


def told_kind(page):
    return max(page.kinds, key=lambda kind: page.kinds[kind])


def hope_of(page):
    """Returns the highest F1 to expect, like `expectedF1Of` in classify-blocks.ts."""
    if len(page.probability) == 0:
        return 0
    order = np.argsort(-page.probability)
    sizes, chances = page.sizes[order], page.probability[order]
    right, kept = np.cumsum(sizes * chances), np.cumsum(sizes)
    return max(2 * right / np.maximum(1, kept + right[-1]))


def asks_article(page):
    """Whether to judge the blocks again with the article, as classify-blocks.ts does."""
    likely = sum(page.kinds[kind] for kind in SETTINGS["asked_kinds"])
    return page.has_article and likely >= SETTINGS["asked_from"] and not is_clear(page)


def is_clear(page):
    """Whether the result is clear without the article, as in classify-blocks.ts."""
    low, high = SETTINGS["doubtful"]
    doubt = np.mean((page.probability > low) & (page.probability < high)) if len(page.probability) else 0
    return hope_of(page) >= SETTINGS["sure_from"] and doubt <= SETTINGS["most_doubt"]


def keep_from(page):
    """Returns the probability from which a block is kept, like `keepThreshold` in classify-blocks.ts."""
    usual = SETTINGS["keep_share"]
    share = usual + sum(chance * (SETTINGS["keep_shares"].get(kind, usual) - usual) for kind, chance in page.kinds.items())
    return max(SETTINGS["keep_least"], share * hope_of(page))


def score_of(page):
    return {
        "part": page.part,
        "kind": page.kind,
        "f1": page.f1(page.probability >= keep_from(page)),
        "right": told_kind(page) == KINDS[page.kind],
        "sure": max(page.kinds.values()),
        "asked": page.asked,
    }


def report(name, scores):
    by_kind = collections.defaultdict(list)
    for score in scores:
        by_kind[score["kind"]].append(score["f1"])
        if score["kind"] != "news":
            by_kind["ALL"].append(score["f1"])
    told = " ".join(f"{kind} {np.mean(each):.3f}" for kind, each in sorted(by_kind.items()))
    right, sure, asked = (np.mean([score[each] for score in scores]) for each in ("right", "sure", "asked"))
    say(f"{name:24s} {told}; kind right {right:.3f}, sure {sure:.3f}; asked {asked:.3f}")


def packed(forests, kinds, names, cuts):
    """Returns the model in the format that block-model.ts reads, with only the features and questions it uses."""
    asked = sorted({fork for each in [*forests.values(), *kinds.values()] for fork in forks_of(each)})
    features = sorted({feature for feature, _ in asked})
    number = {fork: QUESTIONS_FROM + at for at, fork in enumerate(asked)}

    def walked(each):
        return {"start": each["start"], "trees": [nested(iter(tree), number) for tree in each["trees"]]}

    return {
        "source": SOURCE,
        "features": [names[feature] for feature in features],
        "questions": {
            "features": [features.index(feature) for feature, _ in asked],
            "limits": [cuts[feature][place] for feature, place in asked],
        },
        "questionsFrom": QUESTIONS_FROM,
        "unit": UNIT,
        "blocks": {name: walked(each) for name, each in forests.items()},
        "kinds": {kind: walked(each) for kind, each in kinds.items()},
    }


def forks_of(forest):
    pairs = [pair for tree in forest["trees"] for pair in zip(tree[::2], tree[1::2])]
    return {pair for pair in pairs if pair[0] >= 0}


def nested(numbers, number):
    """Returns a subtree: the value of a leaf, or a question, the length of its yes branch, and both branches."""
    asked, value = next(numbers), next(numbers)
    if asked < 0:
        if value >= QUESTIONS_FROM:
            raise ValueError(f"{value} is no value of a leaf")
        return [value]
    yes, no = nested(numbers, number), nested(numbers, number)
    return [number[asked, value], len(yes), *yes, *no]


def settings_digest():
    """Returns a digest of SETTINGS in this file, so that a test can detect changes after training."""
    with open(__file__) as file:
        settings = re.search(r"^SETTINGS = \{\n(.*?)^\}", file.read(), re.M | re.S).group(1)
    return digest(re.sub(r"\s", "", settings))


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
