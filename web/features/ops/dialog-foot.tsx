import type { ReactNode, Ref } from 'react';
import { Button } from '#web/components/ui/button.tsx';

interface DialogFootProps {
  /** What leaving is called here: `Keep the ride`. */
  leave?: string;
  onLeave: () => void;
  /** The focus starts there: for what cannot be undone. */
  isLeaveFocused?: boolean;
  leaveRef?: Ref<HTMLButtonElement>;
  isPending: boolean;
  /** Why it was not done. */
  refusal?: string | null;
  /** The button that does it. */
  children: ReactNode;
}

/** The foot of a dialog: why it was refused, the button that leaves it, and the one that does it. */
export const DialogFoot = (props: DialogFootProps) => {
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
