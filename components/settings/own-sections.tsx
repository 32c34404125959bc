import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { MemoriesSection } from './memories-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** What can be kept in order for the home on this device alone. */
export function OwnSections({ home }: { home: HomeStatus }) {
  return (
    <>
      <MemoriesSection home={home} />
      <RulesSection />
    </>
  );
}
