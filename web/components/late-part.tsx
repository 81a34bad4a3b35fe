import { type ComponentType, lazy, memo } from 'react';
import { LoadBoundary } from './load-boundary.tsx';

/**
 * A part of a prerendered page, without props, whose code comes after the page's own: `latePart(() => import('./driver-card.tsx'), 'DriverCard')`.
 * Its HTML stands meanwhile, and for good should the code not come. Its styles have to be imported by the page, since its code would bring
 * them too late.
 */
export function latePart<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  const Part = lazy(() =>
    load().then(
      ({ [name]: Loaded }) => ({ default: inElement(Loaded) }),
      () => ({ default: KeptHtml }),
    ),
  );
  // Memoized: drawn anew before its code has come, the part would disappear meanwhile.
  return memo(() => (
    <LoadBoundary fallback={null}>
      <Part />
    </LoadBoundary>
  ));
}

const inElement = (Loaded: ComponentType) => () => (
  <div className="contents">
    <Loaded />
  </div>
);

/**
 * The prerendered element with all that is in it, which React takes over without a look inside. Left in a boundary that is never taken over,
 * it would hold up each step within the page.
 */
const KeptHtml = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty text says that the content is none of React's
  <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
);
