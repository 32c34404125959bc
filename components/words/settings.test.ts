import { describe, expect, it } from 'vitest';
import { errorWords } from './errors.ts';
import { exportSummary, importSummary, ruleErrorWords, settingsWords } from './settings.ts';

const none = { added: 0, known: 0 };

describe('ruleErrorWords', () => {
  it('has words of its own for a rule that is gone, and the usual ones for all else', () => {
    const gone = { code: 'memory.not-found', message: 'No.', retryable: false } as const;
    const broken = { code: 'memory.server', message: 'No.', retryable: true } as const;

    expect(ruleErrorWords(gone)).toMatchObject(settingsWords.rules.gone);
    expect(ruleErrorWords(gone).next).not.toContain('Memory');
    expect(ruleErrorWords(broken)).toEqual(errorWords(broken));
  });
});

describe('settingsWords', () => {
  it('lets no name turn the sentence it stands in', () => {
    const name = '\u202Elnosj.exe';
    const { memories, deletion, rules, data } = settingsWords;

    for (const sentence of [
      memories.created(name),
      memories.renamed(name),
      memories.delete(name),
      deletion.title(name),
      deletion.done(name),
      rules.deleted(name),
      data.import.done(name),
      data.import.nothingNew(name),
      data.import.failed(name),
      data.import.brokenAt(name, 2),
    ]) {
      expect(sentence).toContain(`\u2068${name}\u2069`);
    }
  });
});

describe('exportSummary', () => {
  it('counts every kind, also what there is none of', () => {
    const counts = { memory: 2, document: 1, note: 0, fact: 1, rule: 0 };

    expect(exportSummary(counts, 2_340)).toBe(
      '2 Memories, 1 document, 0 notes, 1 standing fact, and 0 rules, 2.3 kB in all.',
    );
  });
});

describe('importSummary', () => {
  it('tells apart what is new, what was there and what was left out', () => {
    const report = {
      memories: { added: 1, known: 0 },
      documents: { added: 12, known: 1 },
      notes: none,
      facts: none,
      rules: { added: 0, known: 2, skipped: 1 },
    };

    expect(importSummary(report)).toEqual([
      'New: 1 Memory and 12 documents.',
      'There already: 1 document and 2 rules.',
      'Left out: 1 rule, for a key that is not here.',
    ]);
  });

  it('says nothing of a file that held nothing', () => {
    const rules = { ...none, skipped: 0 };

    expect(
      importSummary({ memories: none, documents: none, notes: none, facts: none, rules }),
    ).toEqual([]);
  });
});
