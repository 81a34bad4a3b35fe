import { type ComponentType, lazy, memo } from 'react';
import { LoadBoundary } from './load-boundary.tsx';

/**
 * A part of a prerendered page, without props, whose code comes after the page's own: `latePart(() => import('./driver-card.tsx'), 'DriverCard')`.
 * Its HTML stands meanwhile. Its styles have to be imported by the page, since its code would bring them too late.
 */
export function latePart<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  const Part = lazy<ComponentType>(async () => ({ default: (await load())[name] }));
  // Memoized: drawn anew before its code has come, the part would disappear meanwhile.
  return memo(() => (
    <LoadBoundary fallback={null}>
      <Part />
    </LoadBoundary>
  ));
}
