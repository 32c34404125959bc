import '../highlights/switch.css';
import { useId } from 'react';

export type OptionSwitchProps = {
  title: string;
  text: string;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
};

/** A row of the settings that is on or off. */
export function OptionSwitch({ title, text, isOn, onTurn }: OptionSwitchProps) {
  const id = useId();
  return (
    <div className="settings-option">
      <button
        type="button"
        role="switch"
        className="switch-button"
        aria-checked={isOn}
        aria-describedby={id}
        onClick={() => onTurn(!isOn)}
      >
        <span className="switch-label">{title}</span>
        <span className="switch-track" aria-hidden="true">
          <span className="switch-thumb" />
        </span>
      </button>
      <p id={id} className="settings-row-note">
        {text}
      </p>
    </div>
  );
}
