import { useCallback } from 'react';
import { driverShareCents } from '#common/fares/driver-share.ts';
import { formatCents } from '#common/money.ts';
import { readNoShowFee } from '#common/rides/cancel-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { call } from '#web/lib/call.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** Loads the current no-show fee of a ride, in cents, from the server. */
export function useNoShowFee({ id }: Pick<DriverRide, 'id'>) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const { feeCents } = await call(readNoShowFee, { rideId: id }, { signal });
      return feeCents;
    },
    [id],
  );
  return useLoaded(load);
}

/** Describes the outcome of a no-show. */
export function formatNoShow(name: string, feeCents: number): string {
  if (feeCents === 0) return 'The ride ends here, without a fee.';
  const share = formatCents(driverShareCents({ baseCents: feeCents, gratuityCents: 0 }));
  return `The ride ends here. ${name} pays ${formatCents(feeCents)}, of which ${share} is yours, and gets the rest back.`;
}
