import type { HomeStatus } from '../../lib/messaging/messages.ts';
import { MemoriesSection } from './memories-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** The sections for the connection on this device, whose owner is the person. */
export function DeviceSections({ home }: { home: HomeStatus }) {
  return (
    <>
      <MemoriesSection home={home} />
      <RulesSection />
    </>
  );
}
