import type { ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';

interface DialogActionsProps {
  onCancel: () => void;
  isPending?: boolean;
  /** The button that goes on. */
  children: ReactNode;
}

/** The foot of a dialog: Cancel, which cannot be pressed while something runs, and the way on. */
export const DialogActions = ({ onCancel, isPending, children }: DialogActionsProps) => (
  <div className="mt-2 flex justify-end gap-3">
    <Button variant="outline" isUnavailable={isPending} onClick={onCancel}>
      Cancel
    </Button>
    {children}
  </div>
);
