import type { ReactNode } from 'react';
import { Initials } from '#web/components/ui/initials.tsx';

interface RidePersonProps {
  name: string;
  /** What else to know: the driver's car, the rider's requests. */
  detail?: string | null;
  /** What can be done. */
  children?: ReactNode;
}

/** The last part of a ride's card: the other person, and what can be done. */
export const RidePerson = ({ name, detail, children }: RidePersonProps) => (
  <div className="mt-4 flex flex-wrap items-center gap-4 border-line border-t pt-4 sm:mt-5 sm:pt-5">
    <Initials name={name} />
    <div className="min-w-0 flex-1 leading-snug">
      <p className="font-medium">{name}</p>
      {detail && <p className="text-14 text-ink-2 wrap-anywhere">{detail}</p>}
    </div>
    {children}
  </div>
);
