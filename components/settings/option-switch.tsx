import { useId } from 'react';
import { SwitchButton } from '../ui/switch.tsx';

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
      <SwitchButton isOn={isOn} describedBy={id} onTurn={() => onTurn(!isOn)}>
        {title}
      </SwitchButton>
      <p id={id} className="settings-row-note">
        {text}
      </p>
    </div>
  );
}
