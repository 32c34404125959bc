import './extension-sections.css';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import { AboutSection } from '../diagnostics/about-section.tsx';
import { CaptureSection } from './capture-section.tsx';
import { DataSection } from '../transfer/data-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SitesSection } from '../highlights/sites-section.tsx';

export type ExtensionSectionsProps = {
  /** Null if no connection is in use, or if it couldn't be read. */
  connection: ConnectionStatus | null;
  onChoose: (memoryId: string) => Promise<void>;
};

/** The settings of the extension itself, whatever connection is in use. */
export function ExtensionSections({ connection, onChoose }: ExtensionSectionsProps) {
  const { shortcuts } = useBridge().abilities;
  return (
    <>
      <CaptureSection connection={connection} onChoose={onChoose} />
      <SitesSection />
      <PermissionsSection />
      {shortcuts ? <ShortcutsSection /> : null}
      <DataSection isOwn={connection?.kind === 'device'} />
      <AboutSection />
    </>
  );
}
