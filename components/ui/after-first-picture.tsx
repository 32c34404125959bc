import { type ReactNode, Suspense, useDeferredValue } from 'react';

/** What a surface was not opened for: loaded and drawn once the rest of it has been. */
export function AfterFirstPicture({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? <Suspense>{children}</Suspense> : null;
}
