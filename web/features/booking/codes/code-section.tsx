import { type ComponentProps, useRef } from 'react';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { LoadAgain } from '#web/components/ui/load-again.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import type { CodeFields } from './code-fields.tsx';

/** Lazy-loaded: the section starts closed, so the first paint needs none of its fields. */
const codeFields = lazyImport(() => import('./code-fields.tsx'));

/**
 * One promo code and one gift card per booking (specification section 2, Booking form layout). Starts open
 * when either is set.
 */
export function CodeSection(props: Omit<ComponentProps<typeof CodeFields>, 'section'>) {
  const section = useRef<HTMLDetailsElement>(null);
  const code = useLazyImport(codeFields, props.draft);
  return (
    <Disclosure ref={section} title="Have a promo code or gift card?" className="border-t">
      {code && <code.CodeFields {...props} section={section} />}
      {code === undefined && <LoadAgain className="pb-4">The code fields did not load.</LoadAgain>}
    </Disclosure>
  );
}
