import '../connections/connect.css';
import { BookOpen, HardDrive, KeyRound, PackageX, ShieldCheck } from 'lucide-react';
import { useBridge } from '../app/bridge.ts';
import type { Effort } from '../app/use-active-connection.ts';
import { Button } from '../ui/button.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ImportButton } from '../transfer/import-button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

const facts = [
  [HardDrive, 'welcome_storage_facts_n1_title', 'connections_onDevice_text'],
  [ShieldCheck, 'welcome_storage_facts_n2_title', 'welcome_storage_facts_n2_text'],
  [PackageX, 'welcome_storage_facts_n3_title', 'welcome_storage_facts_n3_text'],
] as const;

type ConnectionStepProps = {
  creation: Effort;
  onCreate: () => void;
  onConnect: (kind: 'key' | 'read-only') => void;
  onRestore: (file: File) => void;
};

export function ConnectionStep({ creation, onCreate, onConnect, onRestore }: ConnectionStepProps) {
  const { consent } = useBridge().abilities;
  const isWorking = creation.status === 'running';
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{t('welcome_storage_title')}</h2>
      <p className="welcome-label">{t('connections_device')}</p>
      <ul className="welcome-facts">
        {facts.map(([Icon, title, text]) => (
          <li key={title} className="welcome-fact">
            <Icon size={18} />
            <div>
              <p className="welcome-fact-title">{t(title)}</p>
              <p className="welcome-fact-text">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
      {creation.status === 'failed' ? <ErrorAlert error={creation.error} /> : null}
      <div className="welcome-action">
        <Button look="primary" size="large" wide busy={isWorking} onClick={onCreate} takesFocus>
          {isWorking
            ? t('welcome_storage_working')
            : creation.status === 'failed'
              ? t('common_retry')
              : t('connections_onDevice_action')}
        </Button>
      </div>
      <div className="connect-actions">
        <ImportButton label={t('welcome_restore')} isWorking={false} onFile={onRestore} />
      </div>
      <div className="welcome-elsewhere">
        <p className="welcome-label">{t('welcome_storage_elsewhere')}</p>
        <div className="connect-actions">
          <Button
            icon={<KeyRound size={16} />}
            disabled={isWorking}
            onClick={() => onConnect('key')}
          >
            {t('connections_withKey_action')}
          </Button>
          {consent ? (
            <Button
              icon={<BookOpen size={16} />}
              disabled={isWorking}
              onClick={() => onConnect('read-only')}
            >
              {t('connections_readOnly_action')}
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  );
}
