import { useBridge } from './bridge.ts';
import { MessageBlock } from '../ui/message-block.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { LazyNoConnection } from '../connections/lazy.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export function NoMemory() {
  const { openWelcome } = useBridge();
  return (
    <MessageBlock art={<Mark size={56} />} title={t('common_noMemory')}>
      <Button look="primary" onClick={() => void openWelcome()}>
        {t('search_noMemory_action')}
      </Button>
    </MessageBlock>
  );
}

export function FirstUse() {
  const { openWelcome } = useBridge();
  return (
    <LazyNoConnection>
      <MessageBlock
        art={<Mark size={56} />}
        title={t('search_firstUse_title')}
        text={t('search_firstUse_text')}
      >
        <Button look="primary" onClick={() => void openWelcome()}>
          {t('common_setUp')}
        </Button>
      </MessageBlock>
    </LazyNoConnection>
  );
}
