import './extension-sections.css';
import { useBridge } from '../app/bridge.ts';
import { AboutSection } from '../diagnostics/about-section.tsx';
import { CaptureSection, type CaptureSectionProps } from './capture-section.tsx';
import { DataSection } from '../transfer/data-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SitesSection } from '../highlights/sites-section.tsx';

export function ExtensionSections({ connection, onChoose }: CaptureSectionProps) {
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
