import type { ReactNode } from 'react';
import { PageHeading } from '#web/components/ui/page-heading.tsx';

/** The page of a checkout under its heading. */
export const CheckoutFrame = ({ children }: { children: ReactNode }) => (
  <div className="column pb-16 lg:pb-28">
    <PageHeading size="screen" title="Checkout" className="mb-8 lg:mb-10" />
    {children}
  </div>
);
