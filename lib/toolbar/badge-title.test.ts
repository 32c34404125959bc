import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import type { LiveState } from '../outbox/model.ts';
import { t } from '../i18n/i18n.ts';
import { toolbarTitle } from './badge.ts';

const error = { code: 'memory.server', message: 'The service failed.', retryable: true } as const;
const titleOf = (state: LiveState, kind: 'page' | 'note' | 'link' = 'page') =>
  toolbarTitle({ ...outboxItem({ kind }), state });

describe('toolbarTitle', () => {
  it('tells kept from findable', () => {
    const watch = { existed: false, documentId: 'd' };

    expect(titleOf({ status: 'requested' })).toBe('Keepsake: saving to Reading…');
    expect(titleOf({ status: 'learning', ...watch, polls: 1, nextPollAt: 5 })).toBe(
      'Keepsake: this page is kept in Reading. It can be found once Reading has learned it.',
    );
    expect(titleOf({ status: 'learned', ...watch })).toBe(
      'Keepsake: this page is in Reading, and can be found.',
    );
  });

  it('does not claim that a note can be found, since nobody can ask after it', () => {
    expect(titleOf({ status: 'accepted', existed: false }, 'note')).toBe(
      'Keepsake: your note is kept in Reading. It can be found once Reading has learned it.',
    );
  });

  it('says where the link is that there is trouble with', () => {
    expect(titleOf({ status: 'paused', error }, 'link')).toBe(
      `Keepsake: ${t('errors_memory_server_title')}. The link is in the side panel, under Library.`,
    );
  });

  it('says what the trouble is', () => {
    expect(titleOf({ status: 'refused', error })).toBe(
      `Keepsake: ${t('errors_memory_server_title')}`,
    );
    expect(titleOf({ status: 'canceled', documentId: 'd' })).toBe(
      'Keepsake: this page is kept in Reading, but search cannot find it.',
    );
  });
});
