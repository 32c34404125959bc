import { lazy, Suspense } from 'react';
import type { NewMemoryProps } from './new-memory.tsx';

const NewMemory = lazy(async () => {
  const { NewMemory: form } = await import('./new-memory.tsx');
  return { default: form };
});

/** The naming of a new Memory, loaded only once somebody names one. */
export function LateNewMemory(props: NewMemoryProps) {
  return (
    <Suspense>
      <NewMemory {...props} />
    </Suspense>
  );
}
