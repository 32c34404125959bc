import {
  type ComponentType,
  lazy as reactLazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
} from 'react';

/** Loads on first render. `within` replaces the `Suspense` around it: a fragment leaves that to one further up. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  within: ComponentType<{ children: ReactNode }> = Suspense,
): ComponentType<Props> {
  const Loaded = reactLazy(async () => ({ default: await load() }));
  const Within = within;
  return function Lazy(props: Props) {
    return (
      <Within>
        <Loaded {...props} />
      </Within>
    );
  };
}

/** Waits until the rest of the surface has been drawn. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? <Suspense>{children}</Suspense> : null;
}
