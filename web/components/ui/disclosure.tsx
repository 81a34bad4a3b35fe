import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

interface DisclosureProps {
  title: ReactNode;
  isOpenAtFirst?: boolean;
  /** Of disclosures with the same name, only one is open at a time. */
  name?: string;
  /** To open or close it from outside, by the element's `open`. */
  ref?: Ref<HTMLDetailsElement>;
  className?: string;
  children: ReactNode;
}

/** A collapsible section; several form an accordion. Find-in-page also finds collapsed ones. */
export const Disclosure = ({
  title,
  isOpenAtFirst = false,
  name,
  ref,
  className,
  children,
}: DisclosureProps) => (
  <details
    ref={ref}
    name={name}
    open={isOpenAtFirst}
    className={clsx('disclosure border-line border-b', className)}
  >
    <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
      {title}
      <ChevronDown aria-hidden size={18} className="chevron shrink-0 transition-transform" />
    </summary>
    {children}
  </details>
);
