import { memoryNameLength } from '../../lib/contracts/limits.ts';
import { memoryWords } from '../words/memory.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** The name of a Memory. Browsers cut what is longer without a word, so that it is full is said here. */
export function MemoryNameField(props: Omit<TextFieldProps, 'maxLength' | 'hint'>) {
  const isFull = props.value.length >= memoryNameLength;
  return (
    <TextField
      {...props}
      maxLength={memoryNameLength}
      hint={isFull ? memoryWords.nameFull(memoryNameLength) : null}
    />
  );
}
