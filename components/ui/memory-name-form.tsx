import { type ReactNode, useEffect, useRef } from 'react';
import { memoryNameLength } from '../../lib/contract/limits.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { isBlankName } from '../../lib/text/memory-name.ts';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

type MemoryNameFormProps = Omit<TextFieldProps, 'maxLength' | 'hint' | 'ref' | 'onKeyDown'> & {
  className: string;
  /** Labels of the submit button; for a new Memory by default. */
  action?: string;
  working?: string;
  isWorking: boolean;
  onSubmit: (name: string) => void;
  onEscape?: (() => void) | null;
  /** Shown next to the submit button. */
  other?: ReactNode;
  children?: ReactNode;
};

/** Shows when the field is full, because browsers silently truncate longer input. */
export function MemoryNameForm(props: MemoryNameFormProps) {
  const { className, isWorking, onSubmit, onEscape = null, other, children, ...rest } = props;
  const { action = t('common_create'), working = t('common_creating'), ...field } = rest;
  const { value, takesFocus = false } = field;
  const ref = useRef<HTMLInputElement>(null);
  const isFull = value.length >= memoryNameLength;
  // Selects the text only once, not when the person returns from another window.
  useEffect(() => {
    if (takesFocus) ref.current?.select();
  }, [takesFocus]);
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlankName(value) && !isWorking) onSubmit(value);
      }}
    >
      <TextField
        {...field}
        ref={ref}
        maxLength={memoryNameLength}
        hint={isFull ? t('memory_nameFull', { count: memoryNameLength }) : null}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || onEscape === null) return;
          event.preventDefault();
          onEscape();
        }}
      />
      <div className={`${className}-actions`}>
        {other}
        <Button look="primary" submits busy={isWorking} disabled={isBlankName(value)}>
          {isWorking ? working : action}
        </Button>
      </div>
      {children}
    </form>
  );
}
