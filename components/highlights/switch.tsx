import './switch.css';
import type { ReactNode } from 'react';

export type SwitchProps = {
  label: string;
  isOn: boolean;
  isBusy: boolean;
  onTurn: () => void;
  /** Says what being on means. */
  children: ReactNode;
};

/** A thing that is on or off, with its reason below its name. */
export function Switch({ label, isOn, isBusy, onTurn, children }: SwitchProps) {
  return (
    <div className="switch">
      <button
        type="button"
        role="switch"
        className="switch-button"
        aria-checked={isOn}
        aria-disabled={isBusy || undefined}
        aria-describedby="switch-why"
        onClick={isBusy ? undefined : onTurn}
      >
        <span className="switch-label">{label}</span>
        <span className="switch-track" aria-hidden="true">
          <span className="switch-thumb" />
        </span>
      </button>
      <div className="switch-why" id="switch-why">
        {children}
      </div>
    </div>
  );
}
