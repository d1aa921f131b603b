/** A view whose code is loaded when it is first shown, or when the window has nothing else to do. */
import { type ComponentType, lazy, Suspense } from 'react';

/** @param load imports the view's module */
export function lazyView(load: () => Promise<ComponentType>): ComponentType {
  const View = lazy(async () => ({ default: await load() }));
  // The first view is shown before the others are read, and none of them has to be waited for later.
  window.addEventListener('load', () => requestIdleCallback(() => void load().catch(() => undefined)));
  return function LazyView() {
    return (
      <Suspense>
        <View />
      </Suspense>
    );
  };
}
