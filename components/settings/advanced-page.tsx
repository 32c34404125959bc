import './pages.css';
import { AboutSection } from '../diagnostics/about-section.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { PermissionsSection } from './permissions-section.tsx';

export function AdvancedPage() {
  return (
    <>
      <h1 className="settings-title">{t('settings_advanced')}</h1>
      <PermissionsSection />
      <AboutSection />
    </>
  );
}
