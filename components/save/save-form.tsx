import { CornerDownLeft } from 'lucide-react';
import type { PageStanding } from '../../lib/save/model.ts';
import { Button } from '../ui/button.tsx';
import { dayOf, previewWords } from './preview-text.ts';
import { MemoryField, type MemoryFieldProps } from '../app/memory-field.tsx';
import { PopupTrouble } from './popup-trouble.tsx';
import type { FormView } from './popup-model.ts';
import { useFocusUnlessTaken } from './use-focus-unless-taken.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type SaveFormProps = Omit<MemoryFieldProps, 'connection' | 'chosen' | 'children'> & {
  form: FormView;
  onSave: () => void;
  /** Where the page has no text to read, its address is what can be saved. */
  onSaveAddress: () => void;
  onBack: () => void;
};

/** Chooses the Memory and saves. The focus stands on Save, so Enter is enough. */
export function SaveForm({ form, onSave, onSaveAddress, onBack, ...memory }: SaveFormProps) {
  const saveRef = useFocusUnlessTaken();
  return (
    <div className="popup-work">
      <MemoryField {...memory} connection={form.connection} chosen={form.chosen}>
        {form.standing === null ? null : (
          <p className="popup-work-text">{standingWords(form.standing)}</p>
        )}
        {form.instead?.offered === false ? (
          <p id="no-address" className="popup-work-text">
            {previewWords.addressOf[form.instead.why]}
          </p>
        ) : null}
        <div className="popup-row">
          {form.returns ? <Button onClick={onBack}>{t('popup_back')}</Button> : null}
          <Button
            ref={saveRef}
            look="primary"
            size="large"
            wide
            disabled={form.instead?.offered === false}
            aria-describedby={form.instead?.offered === false ? 'no-address' : undefined}
            after={<CornerDownLeft size={16} aria-hidden="true" />}
            onClick={form.instead === null ? onSave : onSaveAddress}
          >
            {form.instead?.offered === true ? t('preview_saveAddress') : saveLabel(form)}
          </Button>
        </div>
        {form.error === null ? null : <PopupTrouble error={form.error} />}
      </MemoryField>
    </div>
  );
}

/** What the button that saves says. */
export function saveLabel({ standing, repeats }: FormView): string {
  if (standing?.words === 'changed') return t('preview_changed_save');
  return repeats ? t('popup_saveAgain') : t('popup_save');
}

function standingWords({ words, savedAt }: PageStanding): string {
  const day = dayOf(savedAt);
  if (words === 'changed') return t('preview_changedSince', { day });
  return words === 'same' ? t('preview_unchanged', { day }) : t('preview_savedOn', { day });
}
