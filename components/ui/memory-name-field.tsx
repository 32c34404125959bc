import { useEffect, useRef } from 'react';
import { memoryNameLength } from '../../lib/contract/limits.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/**
 * The name of a Memory. Browsers cut longer input silently, so the field says when it is full. If it takes the
 * focus, an existing name is selected, so that typing replaces it.
 */
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
