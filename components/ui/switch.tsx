import './switch.css';
import { type ReactNode, useId } from 'react';
import { classNames } from './button.tsx';

type SwitchButtonProps = {
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

type SwitchProps = Omit<SwitchButtonProps, 'describedBy'> & { label: string };

export function Switch({ label, className = 'switch', children, ...rest }: SwitchProps) {
  const whyId = useId();
  return (
    <div className={className}>
      <SwitchButton describedBy={whyId} {...rest}>
        {label}
      </SwitchButton>
      <div className="switch-why" id={whyId}>
        {children}
      </div>
    </div>
  );
}
