import { lazy, type ReactNode, Suspense } from 'react';

const NoHome = lazy(async () => {
  const { NoHome: notice } = await import('./no-home.tsx');
  return { default: notice };
});

/** The choice between kept homes where none is in use, loaded only then; the children where none is kept. */
export function LateNoHome({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <NoHome>{children}</NoHome>
    </Suspense>
  );
}
