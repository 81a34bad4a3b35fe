import { useCallback } from 'react';
import { driverShareCents } from '#common/fares/driver-share.ts';
import { formatCents } from '#common/money.ts';
import { type NoShowQuote, readNoShowFee } from '#common/rides/cancel-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { call } from '#web/lib/call.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** Loads the current no-show fee of a ride, and what goes back to the rider, from the server. */
export function useNoShowFee({ id }: Pick<DriverRide, 'id'>) {
  const load = useCallback((signal: AbortSignal) => call(readNoShowFee, { rideId: id }, { signal }), [id]);
  return useLoaded(load);
}

/** Describes the outcome of a no-show. Nothing goes back of a ride on account, whose fee is billed later. */
export function formatNoShow(name: string, { feeCents, backCents }: NoShowQuote): string {
  if (feeCents === 0) return 'The ride ends here, without a fee.';
  const share = formatCents(driverShareCents({ baseCents: feeCents, gratuityCents: 0 }));
  const back = backCents === 0 ? '' : ', and gets the rest back';
  return `The ride ends here. ${name} pays ${formatCents(feeCents)}, of which ${share} is yours${back}.`;
}
