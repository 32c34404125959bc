"""Reads the files of dump.ts and labels each block by how much of it belongs to the text of its page."""

import collections
import json
import os
import re
import subprocess
import tempfile

import numpy as np

WORD = re.compile(r"\w+")


def words(text):
    return WORD.findall(text.lower())


class Page:
    """A page: `rows` are the features of its blocks, `label` is the share of each block that is in the true text.

    Blocks with `optional` may be kept or left out. `shapes` has the number of the shape of each block.
    """

    def __init__(self, record, rows):
        self.id, self.kind, self.site, self.part, self.fold = (record[k] for k in ("id", "kind", "site", "part", "fold"))
        self.has_article = record["hasArticle"]
        self.rows = rows
        block_words = [words(text) for text in record["texts"]]
        self.counts = [collections.Counter(each) for each in block_words]
        self.sizes = np.array([len(each) for each in block_words], float)
        self.block_words = block_words
        self.shapes = np.array(record["shapes"], int)
        lines = [" ".join(words(each)) for each in record["optional"]]
        self.optional = np.array(
            [len(each) > 1 and any(" ".join(each) in line for line in lines) for each in block_words], bool
        )
        self.truth_text = record["truth"]
        self.truth = collections.Counter(words(self.truth_text))
        self.label = None

    def f1(self, kept):
        """Returns the word F1 of the text of the kept blocks."""
        text = collections.Counter()
        for is_kept, is_optional, count in zip(kept, self.optional, self.counts):
            if is_kept and not is_optional:
                text.update(count)
        shared = sum((text & self.truth).values())
        both = sum(text.values()) + sum(self.truth.values())
        return 2 * shared / both if both else 1.0

    def is_cut_short(self):
        """Returns whether the true text of a news article stops early, because of a paywall or an oversight.

        Then it has too few of the paragraphs of the shape that most of it has.
        """
        if self.kind != "news" or len(self.rows) == 0:
            return False
        is_true = self.label > 0.5
        if self.f1(is_true) < 0.85:
            return True
        is_long = (self.sizes >= 15) & ~self.optional
        true_words = np.bincount(self.shapes, self.sizes * (is_true & is_long))
        all_words = np.bincount(self.shapes, self.sizes * is_long)
        most = np.argmax(true_words)
        return bool(true_words[most] < 0.8 * max(1, all_words[most]))


def read(folder):
    """Returns the pages sorted by ID, so that the order of the dump doesn't matter, and the names of their features."""
    pages, names = [], None
    with open(os.path.join(folder, "pages.jsonl")) as lines, open(os.path.join(folder, "rows.f32"), "rb") as rows:
        for line in lines:
            record = json.loads(line)
            names = record["names"]
            count = len(record["texts"])
            values = np.frombuffer(rows.read(4 * count * len(names)), np.float32)
            pages.append(Page(record, values.reshape(count, len(names))))
    return sorted(pages, key=lambda page: page.id), names


def label(page):
    """Returns the share of each block's words that the truth has in the same order, or in the same runs of four."""
    true_words = words(page.truth_text)
    page_words = [word for each in page.block_words for word in each]
    if not page_words:
        return np.zeros(len(page.block_words))
    matched = _aligned(page_words, true_words)
    runs = {tuple(true_words[i : i + 4]) for i in range(len(true_words) - 3)}
    lines = {" ".join(words(line)) for line in page.truth_text.split("\n")}
    labels, at = [], 0
    for each in page.block_words:
        in_order = sum(matched[at : at + len(each)]) / len(each) if each else 0
        at += len(each)
        labels.append(max(in_order, _in_runs(each, runs, lines)))
    return np.array(labels)


def _in_runs(block, runs, lines):
    if len(block) < 6:
        return 1.0 if len(block) >= 3 and " ".join(block) in lines else 0.0
    covered = np.zeros(len(block))
    for i in range(len(block) - 3):
        if tuple(block[i : i + 4]) in runs:
            covered[i : i + 4] = 1
    return covered.mean()


def _aligned(page_words, true_words):
    """Returns 1 for each word of the page that a diff matches with a word of the truth, and 0 for the others."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, each in (("page", page_words), ("truth", true_words)):
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w") as file:
                file.write("\n".join(each) + "\n")
        formats = ["--old-line-format=-", "--new-line-format=", "--unchanged-line-format=="]
        marks = subprocess.run(["diff", "-d", *formats, *paths], capture_output=True, text=True).stdout
    return [1 if mark == "=" else 0 for mark in marks]
