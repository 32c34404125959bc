import type { OutboxList } from '../../lib/contracts/outbox.ts';
import { Notice } from '../ui/notice.tsx';
import { savesWords } from '../words/saves.ts';

const words = savesWords.storage;

/** Says in time that there will be no room for more, and what to do about it. */
export function StorageWarning({ room }: { room: OutboxList['storage'] }) {
  const { usedBytes, limitBytes, isNearlyFull } = room;
  const isFull = usedBytes >= limitBytes;
  if (!isNearlyFull && !isFull) return null;
  return (
    <Notice
      tone={isFull ? 'bad' : 'wait'}
      title={isFull ? words.full : words.nearly}
      text={words.text(usedBytes, limitBytes, isFull)}
    />
  );
}
