/** Formats the parts of a ride that edits and extensions of this suite change as one word. */
export const bookedAs = ({
  rideType,
  hours,
  stops = [],
}: {
  rideType: string;
  hours?: number | null | undefined;
  stops?: readonly string[] | null | undefined;
}): string => `${rideType}/${hours ?? 'once'}/${stops?.length ?? 0}`;
