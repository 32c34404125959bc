import { useEffect, useRef } from 'react';
import { memoryNameLength } from '../../lib/contract/limits.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** Browsers silently truncate longer input, so the field shows when it's full. */
export function MemoryNameField(props: Omit<TextFieldProps, 'maxLength' | 'hint' | 'ref'>) {
  const ref = useRef<HTMLInputElement>(null);
  const isFull = props.value.length >= memoryNameLength;
  const { takesFocus = false } = props;
  // Only once: returning from another window must not select the text again.
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
