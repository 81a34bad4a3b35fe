import { useCallback } from 'react';
import { driverShareCents } from '#common/fares/driver-share.ts';
import { formatCents } from '#common/money.ts';
import { readNoShowFee } from '#common/rides/cancel-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { call } from '#web/lib/call.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** What a no-show costs the rider of a ride now, as the server reads it. */
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

/** What becomes of a ride whose rider did not come. */
export function noShowInWords(name: string, feeCents: number): string {
  if (feeCents === 0) return 'The ride ends here, without a fee.';
  const share = formatCents(driverShareCents({ baseCents: feeCents, gratuityCents: 0 }));
  return `The ride ends here. ${name} pays ${formatCents(feeCents)}, of which ${share} is yours, and gets the rest back.`;
}
