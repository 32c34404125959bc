import './switch.css';
import { type ReactNode, useId } from 'react';
import { classNames } from './button.tsx';

export type SwitchButtonProps = {
  isOn: boolean;
  isBusy?: boolean;
  describedBy?: string;
  className?: string;
  onTurn: () => void;
  children: ReactNode;
};

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
  children: ReactNode;
};

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
