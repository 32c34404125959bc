import { describe, expect, it } from 'vitest';
import type { MemoryDocument } from '../contract/memory-api.ts';
import { listedDocument } from './documents.ts';

const listed = (fields: Omit<MemoryDocument, 'id'>) => listedDocument({ id: 'd1', ...fields });

describe('listedDocument', () => {
  it('needs only what the contract guarantees', () => {
    expect(listedDocument({ id: 'd1' })).toEqual({
      id: 'd1',
      title: null,
      url: null,
      opening: null,
      savedAt: null,
      learning: 'unknown',
      reason: null,
      customId: null,
    });
  });

  it.each([
    [{ title: ' Tides ' }, 'Tides'],
    [{ title: null, metadata: { title: 'Moon' } }, 'Moon'],
    [{ title: '\u200B\u2060', metadata: [] }, null],
    [{ title: 'x'.repeat(301) }, 'x'.repeat(300)],
  ])('uses the title of %j: %s', (fields, title) => {
    expect(listed(fields).title).toBe(title);
  });

  it.each([
    [{ url: 'https://example.org/a', custom_id: 'https://example.org/b' }, 'https://example.org/a'],
    [{ url: 'javascript:alert(1)', metadata: { url: 'http://a.example/' } }, 'http://a.example/'],
    [{ url: 7, custom_id: 'https://example.org/b' }, 'https://example.org/b'],
    [{ url: 'data:text/html,a', custom_id: 'file:///etc/passwd' }, null],
  ])('uses the URL of %j: %s', (fields, url) => {
    expect(listed(fields).url).toBe(url);
  });

  it('uses the first opening words it finds, on one line and truncated', () => {
    expect(listed({ content: 'The moon\n\n pulls.' }).opening).toBe('The moon pulls.');
    expect(listed({ metadata: { excerpt: 'An excerpt.' } }).opening).toBe('An excerpt.');
    expect(listed({ content: 'word '.repeat(10_000) }).opening?.length).toBeLessThanOrEqual(200);
  });

  it.each([
    [{ saved_at: '2026-11-20T10:24:00Z' }, Date.parse('2026-11-20T10:24:00Z')],
    [{ created_at: '2026-11-20' }, Date.parse('2026-11-20')],
    [{ metadata: { captured_at: '2026-11-20T10:24:00Z' } }, Date.parse('2026-11-20T10:24:00Z')],
    [{ saved_at: 'Room 101' }, null],
    [{ saved_at: 1_700_000_000 }, null],
  ])('reads when %j was saved: %s', (fields, savedAt) => {
    expect(listed(fields).savedAt).toBe(savedAt);
  });

  it.each([
    [{ learned: true, learning_run: { status: 'failed' } }, 'learned'],
    [{ learned: false }, 'learning'],
    [{ learned: false, learning_run: { status: 'deferred' } }, 'learning'],
    [{ learning_run: { status: 'running' } }, 'learning'],
    [{ learning_run: { status: 'succeeded' } }, 'unknown'],
    [{ learned: false, learning_run: { status: 'failed' } }, 'failed'],
    [{ learning_run: { status: 'canceled' } }, 'canceled'],
    [{ learning_run: null }, 'unknown'],
  ])('maps %j to %s', (fields, learning) => {
    expect(listed(fields).learning).toBe(learning);
  });

  it('returns the reason for a failed run only if it’s text', () => {
    expect(listed({ learning_run: { reason: 'The site is gone.' } }).reason).toBe(
      'The site is gone.',
    );
    expect(listed({ learning_run: { reason: { code: 7 } } }).reason).toBeNull();
  });
});
