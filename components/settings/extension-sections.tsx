import './extension-sections.css';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import { useBridge } from '../hooks/bridge.ts';
import { AboutSection } from './about-section.tsx';
import { CaptureSection } from './capture-section.tsx';
import { DataSection } from './data-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SitesSection } from './sites-section.tsx';

export type ExtensionSectionsProps = {
  /** Null before a home was chosen, and where it could not be asked for. */
  home: HomeStatus | null;
  onChoose: (memoryId: string) => Promise<void>;
};

/** What can be settled of the extension itself, whatever home is in use. */
export function ExtensionSections({ home, onChoose }: ExtensionSectionsProps) {
  const { shortcuts } = useBridge().abilities;
  return (
    <>
      <CaptureSection home={home} onChoose={onChoose} />
      <SitesSection />
      <PermissionsSection />
      {shortcuts ? <ShortcutsSection /> : null}
      <DataSection isOwn={home?.kind === 'device'} />
      <AboutSection />
    </>
  );
}
