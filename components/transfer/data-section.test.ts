import { describe, expect, it } from 'vitest';
import { exportSummary } from './data-section.tsx';
import { importSummary } from './import-outcome.tsx';

const none = { added: 0, known: 0 };

describe('exportSummary', () => {
  it('counts every kind, including zeros', () => {
    const counts = { memory: 2, document: 1, note: 0, fact: 1, rule: 0 };

    expect(exportSummary(counts, 2_340)).toBe(
      '2 Memories, 1 page, 0 notes, 1 fact, and 0 rules, 2.3 kB in total.',
    );
  });
});

describe('importSummary', () => {
  it('counts new, existing and skipped items', () => {
    const report = {
      memories: { added: 1, known: 0 },
      documents: { added: 12, known: 1 },
      notes: none,
      facts: none,
      rules: { added: 0, known: 2, skipped: 1 },
    };

    expect(importSummary(report)).toEqual([
      'Added: 1 Memory and 12 pages.',
      'Already there: 1 page and 2 rules.',
      'Skipped: 1 rule for a key that doesn’t exist here.',
    ]);
  });

  it('is empty for an empty file', () => {
    const rules = { ...none, skipped: 0 };

    expect(
      importSummary({ memories: none, documents: none, notes: none, facts: none, rules }),
    ).toEqual([]);
  });
});
