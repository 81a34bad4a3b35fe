import { Link } from 'react-router-dom';
import type { StaffRole } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { loadFirstSteps, StepList } from '../first-steps/first-steps.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsTableSkeleton } from '../ops-table.tsx';

const TITLES = ['Pickup', 'Rider', 'From', 'To', 'Vehicle', 'Driver', 'Status'];

/** The board while it is loading. */
export const BoardSkeleton = () => <OpsTableSkeleton label="Loading rides..." titles={TITLES} />;

interface BoardFailedProps {
  problem: string | null;
  onRetry: () => void;
}

/** The board when loading failed. */
export const BoardFailed = ({ problem, onRetry }: BoardFailedProps) => (
  <FailedState title="We couldn’t load the rides" text={problem ?? NO_ANSWER} onRetry={onRetry} />
);

/** The board without any ride, with the setup steps that are still open. */
export function BoardEmpty({ role }: { role: StaffRole }) {
  const { state } = useLoaded(loadFirstSteps);
  const steps = state.phase === 'loaded' ? state.value : [];
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <>
      <EmptyState title="No rides yet" text="A ride comes here the moment it is requested." />
      {left > 0 && (
        <section aria-labelledby="first-steps-title" className="pt-10">
          <h2 id="first-steps-title" className="display text-28">
            First steps
          </h2>
          <p className="mt-1 mb-6 text-14 text-ink-2">
            {steps.length - left} of {steps.length} done
          </p>
          <StepList steps={steps} role={role} />
        </section>
      )}
    </>
  );
}

interface NoRideFitsProps {
  /** The filters in one sentence. */
  words: string;
  onClear: () => void;
}

/** No ride matches the filters. */
export const NoRideFits = ({ words, onClear }: NoRideFitsProps) => (
  <EmptyState
    title="No ride fits"
    text={words}
    action={
      <Button variant="outline" className={OPS_CONTROL} onClick={onClear}>
        Clear filters
      </Button>
    }
  />
);

/** Shows how many setup steps are done, with a link, until all are. */
export function FirstStepsBand() {
  const { state } = useLoaded(loadFirstSteps);
  const steps = state.phase === 'loaded' ? state.value : [];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <p className="mb-4 flex min-h-11 flex-wrap items-center gap-x-4 rounded-field bg-sunken px-4 text-14">
      <RouteLine size="half" end="hollow" className="w-13 max-sm:hidden" />
      <span>
        First steps: {done} of {steps.length} done
      </span>
      <Link
        to="/ops/first-steps"
        className="inline-flex min-h-11 items-center font-semibold text-gold-ink hover:underline"
      >
        See what is left
      </Link>
    </p>
  );
}
