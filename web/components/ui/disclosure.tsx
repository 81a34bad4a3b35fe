import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface DisclosureProps {
  title: ReactNode;
  isOpenAtFirst?: boolean;
  /** Of the disclosures with one name, one is open at a time. */
  name?: string;
  className?: string;
  children: ReactNode;
}

/** A section that opens on demand; several under each other make an accordion. Found by the browser's own search even when closed. */
export const Disclosure = ({ title, isOpenAtFirst = false, name, className, children }: DisclosureProps) => (
  <details name={name} open={isOpenAtFirst} className={clsx('disclosure border-line border-b', className)}>
    <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
      {title}
      <ChevronDown aria-hidden size={18} className="chevron shrink-0 transition-transform" />
    </summary>
    {children}
  </details>
);
