import {
  type ComponentType,
  lazy as reactLazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
} from 'react';

/** Loads a component on first render. `within` replaces the `Suspense` around it; a fragment defers to an outer one. */
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

/** Renders its children after the rest of the surface. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? <Suspense>{children}</Suspense> : null;
}
