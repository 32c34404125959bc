import {
  type ComponentType,
  lazy as reactLazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
} from 'react';

/**
 * Loads a component on first render, or earlier with `preload`. `within` replaces the surrounding `Suspense`; pass a
 * fragment to use an outer one.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  within: ComponentType<{ children: ReactNode }> = Suspense,
) {
  let ready: ComponentType<Props> | null = null;
  const preload = async () => (ready = await load());
  const Loaded = reactLazy(async () => ({ default: await preload() }));
  const Within = within;
  function Lazy(props: Props) {
    // A lazy component suspends once even if its code is loaded, and keys pressed in that moment would be lost.
    const [Shown] = useState(() => ready ?? Loaded);
    return (
      <Within>
        <Shown {...props} />
      </Within>
    );
  }
  return Object.assign(Lazy, { preload });
}

/** Renders its children after the rest of the surface. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? <Suspense>{children}</Suspense> : null;
}
