import type { Effort } from '../app/use-active-connection.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { LazyNewMemory } from '../app/memory-field.tsx';
import type { PopupView } from './popup-view.ts';
import { t } from '../../lib/i18n/i18n.ts';

type BlockedPageProps = {
  view: Extract<PopupView, { kind: 'obstacle' | 'read-only' | 'no-memory' | 'first-memory' }>;
  naming: Effort;
  onCreate: (name: string) => Promise<boolean>;
  onOpenSettings: () => void;
  onSaveAddress: () => void;
};

export function BlockedPage(props: BlockedPageProps) {
  return <div className="popup-work">{contentOf(props)}</div>;
}

function contentOf({ view, naming, onCreate, onOpenSettings, onSaveAddress }: BlockedPageProps) {
  switch (view.kind) {
    case 'obstacle': {
      const { title, next } = errorWords(view.obstacle);
      return (
        <Notice
          title={title}
          text={next}
          action={
            view.address === null
              ? null
              : { label: t('saves_actions_saveAddress'), onClick: onSaveAddress }
          }
        />
      );
    }
    case 'read-only':
      return (
        <>
          <Button look="primary" size="large" wide disabled aria-describedby="only-reads">
            {t('popup_save')}
          </Button>
          <div id="only-reads">
            <Notice
              title={t('connection_readOnly_title')}
              text={t('connection_readOnly_text')}
              action={{ label: t('connection_readOnly_action'), onClick: onOpenSettings }}
            />
          </div>
        </>
      );
    case 'no-memory':
      return (
        <Notice
          title={t('errors_connection_no_memory_title')}
          text={t('connection_noMemory_text')}
        />
      );
    case 'first-memory':
      return (
        <>
          <p className="popup-work-title">{t('popup_firstMemory_title')}</p>
          <LazyNewMemory naming={naming} onCreate={onCreate} onCancel={null} />
        </>
      );
  }
}
