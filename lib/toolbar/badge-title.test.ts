import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import type { LiveState } from '../outbox/model.ts';
import { t } from '../i18n/i18n.ts';
import { toolbarTitle } from './badge.ts';

const error = { code: 'memory.server', message: 'The service failed.', retryable: true } as const;
const titleOf = (state: LiveState, kind: 'page' | 'note' | 'link' = 'page') =>
  toolbarTitle({ ...outboxItem({ kind }), state });

describe('toolbarTitle', () => {
  it('distinguishes saved from searchable', () => {
    const watch = { existed: false, documentId: 'd' };

    expect(titleOf({ status: 'requested' })).toBe('Keepsake: saving to Reading…');
    expect(titleOf({ status: 'learning', ...watch, polls: 1, nextPollAt: 5 })).toBe(
      'Keepsake: saved to Reading.',
    );
    expect(titleOf({ status: 'learned', ...watch })).toBe(
      'Keepsake: saved to Reading and searchable.',
    );
  });

  it('does not show that a note is searchable, because that can’t be checked', () => {
    expect(titleOf({ status: 'accepted', existed: false }, 'note')).toBe(
      'Keepsake: saved to Reading.',
    );
  });

  it('shows where to find a link that failed', () => {
    expect(titleOf({ status: 'paused', error }, 'link')).toBe(
      `Keepsake: ${t('errors_memory_server_title')}. The link is in the side panel, under Library.`,
    );
  });

  it('shows the reason for a problem', () => {
    expect(titleOf({ status: 'refused', error })).toBe(
      `Keepsake: ${t('errors_memory_server_title')}`,
    );
    expect(titleOf({ status: 'canceled', documentId: 'd' })).toBe(
      'Keepsake: saved to Reading, but not searchable.',
    );
  });
});
