import { useState } from 'react';
import type { Effort } from './use-active-connection.ts';
import { QuietButton } from '../ui/button.tsx';
import { MemoryNameForm } from '../ui/memory-name-form.tsx';
import { PopupError } from './popup-error.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type NewMemoryProps = {
  naming: Effort;
  onCreate: (name: string) => Promise<boolean>;
  /** Null if there is no view to go back to. */
  onCancel: (() => void) | null;
};

export function NewMemory({ naming, onCreate, onCancel }: NewMemoryProps) {
  const [name, setName] = useState('');
  return (
    <MemoryNameForm
      className="popup-naming"
      label={t('popup_newMemoryName')}
      placeholder={t('popup_newMemoryPlaceholder')}
      value={name}
      takesFocus
      isWorking={naming.status === 'running'}
      onChange={setName}
      onSubmit={(wanted) => void onCreate(wanted)}
      onEscape={onCancel}
    >
      {naming.status === 'failed' ? <PopupError error={naming.error} /> : null}
      {onCancel === null ? null : (
        <QuietButton className="popup-leave" onClick={onCancel}>
          {t('common_cancel')}
        </QuietButton>
      )}
    </MemoryNameForm>
  );
}
