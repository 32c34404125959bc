import { describe, expect, it } from 'vitest';
import { t } from '../../lib/i18n/i18n.ts';
import type { ListedDocument } from '../../lib/library/model.ts';
import { documentView } from './document-row.tsx';

const document: ListedDocument = {
  id: 'd1',
  title: 'Tides',
  url: 'https://www.example.org/tides',
  opening: 'The moon pulls at the sea.',
  savedAt: 1,
  learning: 'learned',
  reason: null,
  customId: null,
};

describe('documentView', () => {
  it.each<[Partial<ListedDocument>, string, string | null]>([
    [{}, 'Tides', 'example.org'],
    [{ title: null }, 'example.org', null],
    [{ title: ' ', url: 'https://example.org/a/b.pdf' }, 'b.pdf', 'example.org'],
    [{ title: null, url: null }, 'The moon pulls at the sea.', null],
    [{ title: null, url: null, opening: null }, 'Untitled page', null],
  ])('shows %j as %s, with the host %s', (changes, title, host) => {
    expect(documentView({ ...document, ...changes })).toMatchObject({ title, host });
  });

  it.each([
    ['https://example.org/', 'https://example.org/'],
    ['javascript:alert(1)', null],
    [null, null],
  ])('links %s to %s', (url, href) => {
    expect(documentView({ ...document, url }).href).toBe(href);
  });

  it.each([
    ['learned', 'good', null],
    ['unknown', 'good', null],
    ['learning', 'busy', t('outbox_indexing')],
    ['failed', 'bad', t('outbox_unsearchable')],
    ['canceled', 'bad', t('outbox_unsearchable')],
  ] as const)('shows a document that is %s as %s: %s', (learning, tone, state) => {
    expect(documentView({ ...document, learning })).toMatchObject({ tone, state });
  });
});
