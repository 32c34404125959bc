import './connect.css';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { connectionWords } from '../words/connections.ts';

export type LeavableFormProps = {
  /** The button that sends it, as it is called now; null where the form asks something of its own first. */
  action: string | null;
  isWorking: boolean;
  /** Whether it can be sent. */
  isWhole: boolean;
  /** Whether something would be lost by leaving it: what was typed, or a try under way. */
  isInUse: boolean;
  onSubmit: () => void;
  onLeave: () => void;
  /** What is said below the buttons, so that it comes without moving them. */
  note?: ReactNode;
  children: ReactNode;
};

/**
 * A form that stands where a button was. Escape leaves it at once where nothing is lost by that; else it leads to Cancel,
 * where it leaves, since a service shows a key only once.
 */
export function LeavableForm(props: LeavableFormProps) {
  const { action, onSubmit, onLeave, note = null, children, ...form } = props;
  const cancelRef = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.repeat || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (form.isInUse && event.target !== cancelRef.current) cancelRef.current?.focus();
    else onLeave();
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!form.isWorking && form.isWhole) onSubmit();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever the focus stands
    <form className="connect-form" onSubmit={submit} onKeyDown={onKeyDown}>
      {children}
      <div className="connect-actions">
        {action === null ? null : (
          <Button look="primary" submits busy={form.isWorking} disabled={!form.isWhole}>
            {action}
          </Button>
        )}
        <Button ref={cancelRef} look="quiet" onClick={onLeave}>
          {connectionWords.cancel}
        </Button>
      </div>
      {note}
    </form>
  );
}
