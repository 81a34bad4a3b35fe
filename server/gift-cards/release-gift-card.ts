import { endHold, type RideOnCard } from './end-hold.ts';

/** Gives the card back what is held for a ride that came to nothing. Does nothing where nothing is held (any more). */
export async function releaseGiftCard(ride: RideOnCard): Promise<void> {
  await endHold(ride, 'release');
}
