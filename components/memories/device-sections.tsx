import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { MemoriesSection } from './memories-section.tsx';
import { RulesSection } from './rules-section.tsx';

export function DeviceSections({ connection }: { connection: ConnectionStatus }) {
  return (
    <>
      <MemoriesSection connection={connection} />
      <RulesSection />
    </>
  );
}
