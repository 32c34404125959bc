import { useEffect, useRef } from 'react';
import { memoryNameLength } from '../../lib/contracts/limits.ts';
import { memoryWords } from '../words/memory.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * The name of a Memory. Browsers cut what is longer without a word, so that it is full is said here. Where it takes the
 * focus, a name that stands there already is selected: typing replaces it.
 */
export function MemoryNameField(props: Omit<TextFieldProps, 'maxLength' | 'hint' | 'ref'>) {
  const ref = useRef<HTMLInputElement>(null);
  const isFull = props.value.length >= memoryNameLength;
  const { takesFocus = false } = props;
  // Once, and not with each focus: who comes back from another window goes on where they were.
  useEffect(() => {
    if (takesFocus) ref.current?.select();
  }, [takesFocus]);
  return (
    <TextField
      {...props}
      ref={ref}
      maxLength={memoryNameLength}
      hint={isFull ? memoryWords.nameFull(memoryNameLength) : null}
    />
  );
}
