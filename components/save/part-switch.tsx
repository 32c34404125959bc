import './part-switch.css';
import type { SavePart } from './use-part.ts';
import { t } from '../../lib/i18n/i18n.ts';

type PartSwitchProps = {
  /** Null if they aren't known yet: then the space is reserved. */
  options: readonly SavePart[] | null;
  chosen: SavePart;
  onChoose: (part: SavePart) => void;
  /** Saves with the Enter key, which does nothing else on a radio button. */
  onSave: () => void;
};

/** Chooses what to save of the page. Shows nothing if there is no choice. */
export function PartSwitch({ options, chosen, onChoose, onSave }: PartSwitchProps) {
  if (options === null) return <div className="part-slot" />;
  if (options.length === 0) return null;
  return (
    <fieldset
      className="part-switch"
      role="radiogroup"
      aria-label={t('preview_part_label')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onSave();
      }}
    >
      {options.map((part) => (
        <label key={part} className="part-option">
          <input
            type="radio"
            name="part"
            value={part}
            checked={part === chosen}
            onChange={() => onChoose(part)}
          />
          <span>{t(`preview_part_${part}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
