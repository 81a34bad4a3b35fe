import { closeHold, type RideOnCard } from './close-hold.ts';

/** Gives the card back what is held for a ride that came to nothing. Does nothing where nothing is held (any more). */
export async function releaseGiftCard(ride: RideOnCard): Promise<void> {
  await closeHold(ride, 'release');
}
