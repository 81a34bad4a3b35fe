import { type ComponentType, lazy, memo } from 'react';
import { LoadBoundary } from './load-boundary.tsx';

/**
 * Lazily loads a part of a prerendered page, without props, after the page's own code: `latePart(() =>
 * import('./driver-card.tsx'), 'DriverCard')`. Its prerendered HTML stays until then, and for good if the
 * load fails. The page must import its styles, which would otherwise arrive too late.
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
  // Memoized: a render before the code has loaded would remove the prerendered HTML.
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
 * Hydrates the prerendered element with its content, which React leaves untouched. Without it, the boundary
 * would never hydrate and would block every transition within the page.
 */
const KeptHtml = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty text says that the content is none of React's
  <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
);
