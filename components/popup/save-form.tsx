import { CornerDownLeft } from 'lucide-react';
import type { PageStanding } from '../../lib/contracts/preview.ts';
import { Button } from '../ui/button.tsx';
import { popupWords } from '../words/popup.ts';
import { dayOf, previewWords } from '../words/preview.ts';
import { MemoryField, type MemoryFieldProps } from './memory-field.tsx';
import { PopupTrouble } from './popup-trouble.tsx';
import type { FormView } from './popup-model.ts';
import { useFocusUnlessTaken } from './use-focus-unless-taken.ts';

export type SaveFormProps = Omit<MemoryFieldProps, 'home' | 'chosen' | 'children'> & {
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
      <MemoryField {...memory} home={form.home} chosen={form.chosen}>
        {form.standing === null ? null : (
          <p className="popup-work-text">{standingWords(form.standing)}</p>
        )}
        {form.instead?.offered === false ? (
          <p id="no-address" className="popup-work-text">
            {previewWords.addressOf[form.instead.why]}
          </p>
        ) : null}
        <div className="popup-row">
          {form.returns ? <Button onClick={onBack}>{popupWords.back}</Button> : null}
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
            {form.instead?.offered === true ? previewWords.saveAddress : saveLabel(form)}
          </Button>
        </div>
        {form.error === null ? null : <PopupTrouble error={form.error} />}
      </MemoryField>
    </div>
  );
}

/** What the button that saves says. */
export function saveLabel({ standing, repeats }: FormView): string {
  if (standing?.words === 'changed') return previewWords.changed.save;
  return repeats ? popupWords.saveAgain : popupWords.save;
}

function standingWords({ words, savedAt }: PageStanding): string {
  const day = dayOf(savedAt);
  if (words === 'changed') return previewWords.changedSince(day);
  return words === 'same' ? previewWords.unchanged(day) : previewWords.savedOn(day);
}
