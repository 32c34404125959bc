import { describe, expect, it } from 'vitest';
import { t } from '../../lib/i18n/i18n.ts';
import { changesMemories } from './memories-section.tsx';
import { galleryNow, connection, save, states } from '../../tests/gallery/fixtures.ts';

const connectionChanged = { event: 'connection.status-changed', connection } as const;
const rulesChanged = { event: 'rules.changed' } as const;
const saveIn = (status: keyof typeof states) =>
  ({ event: 'outbox.changed', item: save(states[status], { updatedAt: galleryNow }) }) as const;

describe('messages with a name', () => {
  it('isolate the name, so that it cannot reverse the sentence around it', () => {
    const name = '\u202Elnosj.exe';

    for (const sentence of [
      t('settings_memories_created', { name }),
      t('settings_memories_renamed', { name }),
      t('settings_memories_delete', { name }),
      t('settings_deletion_title', { name }),
      t('settings_deletion_done', { name }),
      t('settings_rules_deleted', { content: name }),
      t('settings_data_import_done', { fileName: name }),
      t('settings_data_import_nothingNew', { fileName: name }),
      t('settings_data_import_failed', { fileName: name }),
      t('settings_data_import_brokenAt', { fileName: name, line: String(2) }),
    ]) {
      expect(sentence).toContain(`\u2068${name}\u2069`);
    }
  });
});

describe('changesMemories', () => {
  it('is true once a save has reached its final state', () => {
    expect(changesMemories(saveIn('learned'))).toBe(true);
    expect(changesMemories(saveIn('accepted'))).toBe(true);
    expect(changesMemories(saveIn('sending'))).toBe(false);
    expect(changesMemories(saveIn('learning'))).toBe(false);
    expect(changesMemories(saveIn('refused'))).toBe(false);
  });

  it('is true for the connection, and false for rules', () => {
    expect(changesMemories(connectionChanged)).toBe(true);
    expect(changesMemories(rulesChanged)).toBe(false);
  });
});
