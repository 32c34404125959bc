import { useEffect, useRef } from 'react';
import { memoryNameLength } from '../../lib/contract/limits.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** Shows when the field is full, because browsers silently truncate longer input. */
export function MemoryNameField(props: Omit<TextFieldProps, 'maxLength' | 'hint' | 'ref'>) {
  const ref = useRef<HTMLInputElement>(null);
  const isFull = props.value.length >= memoryNameLength;
  const { takesFocus = false } = props;
  // Selects the text only once, not when the person returns from another window.
  useEffect(() => {
    if (takesFocus) ref.current?.select();
  }, [takesFocus]);
  return (
    <TextField
      {...props}
      ref={ref}
      maxLength={memoryNameLength}
      hint={isFull ? t('memory_nameFull', { count: memoryNameLength }) : null}
    />
  );
}
