import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aboutWords, languageName } from './about.ts';

const root = join(import.meta.dirname, '../..');

describe('aboutWords', () => {
  it('names documents that are there', () => {
    const paths = Object.keys(aboutWords.documents.files);

    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('tells how to report a problem in three sentences', () => {
    expect(aboutWords.report.text.match(/\.(?= |$)/gu)).toHaveLength(3);
  });
});

describe('languageName', () => {
  it('names the language in itself', () => {
    expect(languageName()).toBe('English');
  });
});
