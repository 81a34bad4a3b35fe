import type { Candidate } from '#common/rides/dispatch-api.ts';
import { Button } from '#web/components/ui/button.tsx';

interface AssignAnywayProps {
  candidate: Candidate;
  isPending: boolean;
  onBack: () => void;
  onAssign: () => void;
}

/** Confirms assigning a ride to a driver who only nearly fits. */
export const AssignAnyway = ({ candidate, isPending, onBack, onAssign }: AssignAnywayProps) => (
  <>
    <p role="alert" className="text-warn">
      {candidate.reason}
    </p>
    <p className="mt-2 text-ink-2">The history shows that you assigned it.</p>
    <div className="mt-6 flex gap-3 max-sm:flex-col-reverse sm:justify-end">
      <Button variant="outline" autoFocus isUnavailable={isPending} onClick={onBack}>
        Choose another
      </Button>
      <Button isPending={isPending} pendingLabel="Assigning..." onClick={onAssign}>
        Assign anyway
      </Button>
    </div>
  </>
);
