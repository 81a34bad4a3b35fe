import type { ReactNode } from 'react';
import { CheckoutFrame } from './checkout-frame.tsx';

/** The ride at the left, what to do about it at the right; on a phone the ride comes first. */
export const CheckoutColumns = ({ summary, panel }: { summary: ReactNode; panel: ReactNode }) => (
  <CheckoutFrame>
    <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,520fr)_minmax(0,616fr)] lg:gap-16">
      {summary}
      {panel}
    </div>
  </CheckoutFrame>
);
