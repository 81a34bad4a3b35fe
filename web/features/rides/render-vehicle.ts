import type { ReactNode } from 'react';

/** Draws a ride's vehicle at a list's scale, or nothing for a ride type that is no vehicle. The page gives it, since drawings are another feature. */
export type RenderVehicle = (rideType: string, colour: string | null) => ReactNode;
