import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { MemoriesSection } from './memories-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** The sections for the connection on this device, whose owner is the person. */
export function DeviceSections({ connection }: { connection: ConnectionStatus }) {
  return (
    <>
      <MemoriesSection connection={connection} />
      <RulesSection />
    </>
  );
}
