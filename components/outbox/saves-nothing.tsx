import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useShortcuts } from '../app/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { Mark } from '../ui/mark.tsx';
import { savesWords } from './saves-text.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type SavesNothingProps = {
  /** Null where nothing is filtered by. */
  onClear: (() => void) | null;
  /** The connection in use; null where it is not known. */
  connection: ConnectionStatus | null;
  /** The words that are filtered by; empty where there are none. */
  words: string;
};

/** Stands in the place of the list where there is nothing in it: nothing saved, or with `onClear` nothing that fits. */
export function SavesNothing({ onClear, connection, words }: SavesNothingProps) {
  const { popup: keys } = useShortcuts();
  const filtered = {
    title: t('saves_filter_none_title'),
    text: words.trim() === '' ? t('saves_filter_none_textChosen') : t('saves_filter_none_text'),
  };
  const { title, text } = onClear === null ? savesWords.empty : filtered;
  return (
    <section className="message-block">
      {onClear === null ? <Mark size={56} /> : null}
      <h2 className="message-block-title">{title}</h2>
      <p>{text}</p>
      {onClear === null && connection?.kind !== 'read-only' ? (
        <p>
          {t('welcome_ready_tries_save_text')} {keys === undefined ? null : <Keycaps keys={keys} />}
        </p>
      ) : null}
      {onClear === null ? null : (
        <Button size="small" onClick={onClear}>
          {t('saves_filter_clear')}
        </Button>
      )}
    </section>
  );
}
