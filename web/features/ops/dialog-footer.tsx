import type { ReactNode, Ref } from 'react';
import { Button } from '#web/components/ui/button.tsx';

interface DialogFootProps {
  /** Label of the button that leaves the dialog: `Keep the ride`. */
  leave?: string;
  onLeave: () => void;
  /** Whether that button has initial focus, as for actions that cannot be undone. */
  isLeaveFocused?: boolean;
  leaveRef?: Ref<HTMLButtonElement>;
  isPending: boolean;
  /** Why the action failed. */
  refusal?: string | null;
  /** The button that performs the action. */
  children: ReactNode;
}

/** Footer of a dialog: the error, the button that leaves, and the button that acts. */
export const DialogFooter = (props: DialogFootProps) => {
  const { leave = 'Leave it', onLeave, isLeaveFocused, leaveRef, isPending, refusal, children } = props;
  return (
    <div className="not-first:mt-6">
      <p role="alert" className="mb-4 text-14 text-danger empty:hidden">
        {refusal}
      </p>
      <div className="flex gap-3 max-sm:flex-col-reverse sm:justify-end">
        <Button
          ref={leaveRef}
          variant="outline"
          autoFocus={isLeaveFocused}
          isUnavailable={isPending}
          onClick={onLeave}
        >
          {leave}
        </Button>
        {children}
      </div>
    </div>
  );
};
