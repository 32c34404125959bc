import { CornerDownLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { popupWords } from '../words/popup.ts';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { NewMemory } from './new-memory.tsx';
import { PopupTrouble } from './popup-trouble.tsx';
import type { FormView } from './popup-view.ts';

export type SaveFormProps = {
  form: FormView;
  naming: Effort;
  onPick: (memoryId: string) => void;
  onCreate: (name: string) => Promise<boolean>;
  onCalm: () => void;
  onSave: () => void;
  onBack: () => void;
};

/** Chooses the Memory and saves. The focus stands on Save, so Enter is enough. */
export function SaveForm(props: SaveFormProps) {
  const { form, naming, onPick, onCreate, onCalm, onSave, onBack } = props;
  const [isNaming, setIsNaming] = useState(false);
  const labelId = useId();
  const saveRef = useFocusUnlessTaken();

  if (isNaming) {
    const leave = () => {
      onCalm();
      setIsNaming(false);
    };
    return (
      <div className="popup-work">
        <NewMemory
          naming={naming}
          onCreate={async (name) => {
            const created = await onCreate(name);
            if (created) setIsNaming(false);
            return created;
          }}
          onCancel={leave}
        />
      </div>
    );
  }
  return (
    <div className="popup-work">
      <div className="popup-field">
        <span id={labelId} className="popup-label">
          {popupWords.saveTo}
        </span>
        <MemoryPicker
          labelId={labelId}
          memories={form.home.memories}
          chosen={form.chosen}
          onPick={onPick}
          onNew={form.home.kind === 'device' ? () => setIsNaming(true) : null}
        />
      </div>
      <div className="popup-row">
        {form.returns ? <Button onClick={onBack}>{popupWords.back}</Button> : null}
        <Button
          ref={saveRef}
          look="primary"
          size="large"
          wide
          after={<CornerDownLeft size={16} aria-hidden="true" />}
          onClick={onSave}
        >
          {form.repeats ? popupWords.saveAgain : popupWords.save}
        </Button>
      </div>
      {form.error === null ? null : <PopupTrouble error={form.error} />}
    </div>
  );
}

/** Takes the focus at first, but never out of a box the person is already typing in. */
function useFocusUnlessTaken() {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) ref.current?.focus();
  }, []);
  return ref;
}
