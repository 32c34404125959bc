import '../connections/connect.css';
import { BookOpen, HardDrive, KeyRound, PackageX, ShieldCheck } from 'lucide-react';
import { useBridge } from '../app/bridge.ts';
import type { Effort } from '../app/use-active-connection.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../app/error-text.ts';
import { t } from '../../lib/i18n/i18n.ts';

const facts = [
  {
    Icon: HardDrive,
    title: t('welcome_home_facts_n1_title'),
    text: t('connections_onDevice_text'),
  },
  {
    Icon: ShieldCheck,
    title: t('welcome_home_facts_n2_title'),
    text: t('welcome_home_facts_n2_text'),
  },
  {
    Icon: PackageX,
    title: t('welcome_home_facts_n3_title'),
    text: t('welcome_home_facts_n3_text'),
  },
] as const;

export type ConnectionStepProps = {
  creation: Effort;
  onCreate: () => void;
  onConnect: (kind: 'key' | 'read-only') => void;
};

/** Asks where to store the library: on this device, or at a service. */
export function ConnectionStep({ creation, onCreate, onConnect }: ConnectionStepProps) {
  const { consent } = useBridge().abilities;
  const isWorking = creation.status === 'running';
  return (
    <div className="welcome-step">
      <h2 className="welcome-step-title">{t('welcome_home_title')}</h2>
      <p className="welcome-label">{t('connections_device')}</p>
      <ul className="welcome-facts">
        {facts.map(({ Icon, title, text }) => (
          <li key={title} className="welcome-fact">
            <Icon size={18} aria-hidden="true" />
            <div>
              <p className="welcome-fact-title">{title}</p>
              <p className="welcome-fact-text">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {creation.status === 'failed' ? (
        <div role="alert">
          <Notice
            tone="bad"
            title={errorWords(creation.error).title}
            text={errorWords(creation.error).next}
          />
        </div>
      ) : null}
      <div className="welcome-action">
        <Button look="primary" size="large" wide busy={isWorking} onClick={onCreate} takesFocus>
          {isWorking
            ? t('welcome_home_working')
            : creation.status === 'failed'
              ? t('common_retry')
              : t('connections_onDevice_action')}
        </Button>
      </div>
      <div className="welcome-elsewhere">
        <p className="welcome-label">{t('welcome_home_elsewhere')}</p>
        <div className="connect-actions">
          <Button
            icon={<KeyRound size={16} aria-hidden="true" />}
            disabled={isWorking}
            onClick={() => onConnect('key')}
          >
            {t('connections_withKey_action')}
          </Button>
          {consent ? (
            <Button
              icon={<BookOpen size={16} aria-hidden="true" />}
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
