import './switch.css';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export type SwitchButtonProps = {
  isOn: boolean;
  /** It is shown, and does nothing for now. */
  isBusy?: boolean;
  /** The element that says what being on means, where its name does not. */
  describedBy?: string;
  className?: string;
  onTurn: () => void;
  /** Its name. */
  children: ReactNode;
};

/** A name, and beside it whether that is on or off. */
export function SwitchButton(props: SwitchButtonProps) {
  const { isOn, isBusy = false, describedBy, className, onTurn, children } = props;
  return (
    <button
      type="button"
      role="switch"
      className={classNames('switch-button', className)}
      aria-checked={isOn}
      aria-disabled={isBusy || undefined}
      aria-describedby={describedBy}
      onClick={isBusy ? undefined : onTurn}
    >
      <span className="switch-label">{children}</span>
      <span className="switch-track" aria-hidden="true">
        <span className="switch-thumb" />
      </span>
    </button>
  );
}

export type SwitchProps = {
  label: string;
  isOn: boolean;
  isBusy: boolean;
  onTurn: () => void;
  /** Says what being on means. */
  children: ReactNode;
};

/** A card of its own for a thing that is on or off, with its reason below its name. */
export function Switch({ label, isOn, isBusy, onTurn, children }: SwitchProps) {
  const whyId = useId();
  return (
    <div className="switch">
      <SwitchButton isOn={isOn} isBusy={isBusy} describedBy={whyId} onTurn={onTurn}>
        {label}
      </SwitchButton>
      <div className="switch-why" id={whyId}>
        {children}
      </div>
    </div>
  );
}
