import { Button } from '#web/components/ui/button.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Panel } from './panel.tsx';
import { ProblemAlert } from './problem-alert.tsx';

interface UnverifiedPanelProps {
  problem: string;
  isProcessing: boolean;
  onCheckAgain: () => void;
}

/** The card was charged and the server could not confirm it: never the card form again, which might charge twice. */
export const UnverifiedPanel = ({ problem, isProcessing, onCheckAgain }: UnverifiedPanelProps) => (
  <Panel title="Payment">
    <ProblemAlert title="Payment Verification Failed" text={problem} />
    <p className="mt-5 text-ink-2">
      You need not pay again. My Rides shows the ride as soon as its payment is confirmed.
    </p>
    <div className="mt-5 grid gap-3 sm:grid-cols-2">
      <Button size={52} isPending={isProcessing} pendingLabel="Processing..." onClick={onCheckAgain}>
        Check again
      </Button>
      <ButtonLink size={52} variant="outline" to="/my-rides">
        My Rides
      </ButtonLink>
    </div>
  </Panel>
);
