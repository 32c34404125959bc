import { useState } from 'react';
import { isBlankName } from '../../lib/text/memory-name.ts';
import type { Effort } from './use-active-connection.ts';
import { Button } from '../ui/button.tsx';
import { MemoryNameField } from '../ui/memory-name-field.tsx';
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
  const isWorking = naming.status === 'running';
  return (
    <form
      className="popup-naming"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlankName(name) && !isWorking) void onCreate(name);
      }}
    >
      <div className="popup-name-row">
        <MemoryNameField
          label={t('popup_newMemoryName')}
          placeholder={t('popup_newMemoryPlaceholder')}
          value={name}
          takesFocus
          onChange={setName}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || onCancel === null) return;
            event.preventDefault();
            onCancel();
          }}
        />
        <Button look="primary" submits busy={isWorking} disabled={isBlankName(name)}>
          {isWorking ? t('common_creating') : t('common_create')}
        </Button>
      </div>
      {naming.status === 'failed' ? <PopupError error={naming.error} /> : null}
      {onCancel === null ? null : (
        <Button className="popup-leave" look="quiet" size="small" onClick={onCancel}>
          {t('common_cancel')}
        </Button>
      )}
    </form>
  );
}
