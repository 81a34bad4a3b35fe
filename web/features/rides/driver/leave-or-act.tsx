import type { ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';

interface LeaveOrActProps {
  /** Label of the button that leaves the dialog: `Keep it`. */
  leave: string;
  isPending: boolean;
  onLeave: () => void;
  /** The button that acts, as wide as a phone. */
  children: ReactNode;
}

/** Footer of a driver's dialog: the button that leaves, and the one that acts. */
export const LeaveOrAct = ({ leave, isPending, onLeave, children }: LeaveOrActProps) => (
  <div className="mt-6 flex flex-wrap gap-3 sm:justify-end">
    <Button variant="outline" size={48} className="max-sm:w-full" isUnavailable={isPending} onClick={onLeave}>
      {leave}
    </Button>
    {children}
  </div>
);
