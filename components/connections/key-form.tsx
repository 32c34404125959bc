import type { CredentialLifetime } from '../../lib/connections/model.ts';
import { TextField } from '../ui/text-field.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import './connect.css';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { Button } from '../ui/button.tsx';

type KeyFieldsProps = {
  value: string;
  keep: CredentialLifetime;
  takesFocus: boolean;
  error?: string | null;
  onKeyChange: (key: string) => void;
  onKeepChange: (keep: CredentialLifetime) => void;
};

export function KeyFields(props: KeyFieldsProps) {
  const { value, keep, takesFocus, error = null, onKeyChange, onKeepChange } = props;
  return (
    <>
      <TextField
        label={t('connections_key')}
        isSecret
        value={value}
        maxLength={4096}
        takesFocus={takesFocus}
        error={error}
        onChange={onKeyChange}
      />
      <label className="connect-check">
        <input
          type="checkbox"
          checked={keep === 'session'}
          onChange={(event) => onKeepChange(event.currentTarget.checked ? 'session' : 'persistent')}
        />
        {t('connections_forgetsKey')}
      </label>
    </>
  );
}

type KeyFormProps = {
  /** Label of the submit button; null while the form asks something else first. */
  action: string | null;
  isWorking: boolean;
  canSubmit: boolean;
  hasInput: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  note?: ReactNode;
  children: ReactNode;
};

/** Escape cancels the form, or focuses Cancel if input would be lost: services show a key only once. */
export function KeyForm(props: KeyFormProps) {
  const { action, onSubmit, onCancel, note = null, children, ...form } = props;
  const cancelRef = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.repeat || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (form.hasInput && event.target !== cancelRef.current) cancelRef.current?.focus();
    else onCancel();
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!form.isWorking && form.canSubmit) onSubmit();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape cancels wherever the focus is
    <form className="connect-form" onSubmit={submit} onKeyDown={onKeyDown}>
      {children}
      <div className="connect-actions">
        {action === null ? null : (
          <Button look="primary" submits busy={form.isWorking} disabled={!form.canSubmit}>
            {action}
          </Button>
        )}
        <Button ref={cancelRef} look="quiet" onClick={onCancel}>
          {t('common_cancel')}
        </Button>
      </div>
      {note}
    </form>
  );
}
