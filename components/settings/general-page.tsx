import './pages.css';
import { useBridge } from '../app/bridge.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { CaptureSection, type CaptureSectionProps } from './capture-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';

export function GeneralPage(props: CaptureSectionProps) {
  const { shortcuts } = useBridge().abilities;
  return (
    <>
      <h1 className="settings-title">{t('settings_general')}</h1>
      <CaptureSection {...props} />
      {shortcuts ? <ShortcutsSection /> : null}
    </>
  );
}
