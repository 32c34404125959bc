import { CornerDownLeft } from 'lucide-react';
import type { PageComparison } from '../../lib/save/model.ts';
import { Button } from '../ui/button.tsx';
import { relativeTime } from '../../lib/i18n/time.ts';
import { noAddressText } from '../outbox/save-state.ts';
import { MemoryField, type MemoryFieldProps } from '../app/memory-field.tsx';
import { PopupError } from '../app/popup-error.tsx';
import { type FormView, isNewVersion } from './popup-view.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { useEffect, useRef } from 'react';

type SaveFormProps = Omit<MemoryFieldProps, 'connection' | 'chosen' | 'children'> & {
  form: FormView;
  now: number;
  onSave: () => void;
  onSaveAddress: () => void;
  onBack: () => void;
};

export function SaveForm({ form, now, onSave, onSaveAddress, onBack, ...memory }: SaveFormProps) {
  const saveRef = useFocusUnlessTaken();
  return (
    <div className="popup-work">
      <MemoryField {...memory} connection={form.connection} chosen={form.chosen}>
        {form.comparison === null ? null : (
          <p className="popup-work-text">{comparisonText(form.comparison, now)}</p>
        )}
        {form.instead?.offered === false ? (
          <p id="no-address" className="popup-work-text">
            {noAddressText[form.instead.why]}
          </p>
        ) : null}
        <div className="popup-row">
          {form.canGoBack ? <Button onClick={onBack}>{t('common_back')}</Button> : null}
          <Button
            ref={saveRef}
            look="primary"
            size="large"
            wide
            disabled={form.instead?.offered === false}
            aria-describedby={form.instead?.offered === false ? 'no-address' : undefined}
            after={<CornerDownLeft size={16} />}
            onClick={form.instead === null ? onSave : onSaveAddress}
          >
            {form.instead?.offered === true ? t('saves_actions_saveAddress') : saveLabel(form)}
          </Button>
        </div>
        {form.error === null ? null : <PopupError error={form.error} />}
      </MemoryField>
    </div>
  );
}

export function saveLabel({ comparison, isRepeat }: FormView): string {
  if (isNewVersion(comparison)) return t('preview_changed_save');
  return isRepeat ? t('saves_actions_saveAgain') : t('popup_save');
}

function comparisonText({ words, savedAt }: PageComparison, now: number): string {
  const when = relativeTime(savedAt, now);
  if (words === 'changed') return t('preview_changedSince', { when });
  return words === 'same' ? t('preview_unchanged', { when }) : t('preview_savedOn', { when });
}

/**
 * Focuses the button unless the person is already typing. `isEnabled` is false if something else should get focus.
 */
export function useFocusUnlessTaken(isEnabled = true) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isEnabled) return;
    const { activeElement } = document;
    const isTyping =
      activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    if (!isTyping) ref.current?.focus();
  }, [isEnabled]);
  return ref;
}
