import type { RiderRide } from '#common/rides/ride.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { paidWith } from './paid-with.ts';
import { Panel } from './panel.tsx';

/** A ride that was paid for before. */
export const SettledPanel = ({ ride }: { ride: RiderRide }) => (
  <Panel title="Already paid">
    <p className="text-ink-2">{paidWith(ride)}. There is nothing left to pay for this ride.</p>
    <ButtonLink size={52} className="mt-6 w-full" to="/my-rides">
      My Rides
    </ButtonLink>
  </Panel>
);
