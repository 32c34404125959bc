import type { OutboxList } from '../../lib/outbox/model.ts';
import { Notice } from '../ui/notice.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';

/** Says in time that there will be no room for more, and what to do about it. */
export function StorageWarning({ room }: { room: OutboxList['storage'] }) {
  const { usedBytes, limitBytes, isNearlyFull } = room;
  const isFull = usedBytes >= limitBytes;
  if (!isNearlyFull && !isFull) return null;
  return (
    <Notice
      tone={isFull ? 'bad' : 'wait'}
      title={isFull ? t('saves_storage_full') : t('saves_storage_nearly')}
      text={t(isFull ? 'saves_storage_textFull' : 'saves_storage_textNearly', {
        used: sizeWords(usedBytes),
        limit: sizeWords(limitBytes),
      })}
    />
  );
}
