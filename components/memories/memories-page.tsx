import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { MemoryChip } from '../ui/memory-chip.tsx';
import { Section } from '../ui/section.tsx';
import { MemoriesSection } from './memories-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** Shows the connection's Memories. Only those on this device can be changed here. */
export function MemoriesPage({ connection }: { connection: ConnectionStatus }) {
  if (connection.kind !== 'device') return <MemoriesElsewhere {...connection} />;
  return (
    <>
      <MemoriesSection connection={connection} />
      <RulesSection />
    </>
  );
}

function MemoriesElsewhere({ memories }: Pick<ConnectionStatus, 'memories'>) {
  return (
    <Section
      id="memories"
      isPage
      title={t('settings_memories_title')}
      text={t('settings_memories_elsewhere')}
    >
      {memories.length === 0 ? (
        <p className="settings-empty">{t('common_noMemory')}</p>
      ) : (
        <ul className="settings-list" aria-label={t('settings_memories_list')}>
          {memories.map(({ id, name }) => (
            <li key={id} className="settings-row">
              <MemoryChip name={name} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
