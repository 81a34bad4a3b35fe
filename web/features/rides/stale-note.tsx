import { WifiOff } from 'lucide-react';
import { formatTimeWithZone } from '#common/time.ts';
import { useShownFrom } from './use-shown-from.ts';

interface StaleNoteProps {
  /** What is old: `Requests`, `Rides`. */
  what: string;
  /** When the server last told of the list. */
  asOf: Date;
}

/** While the connection is down: from when what is shown below is. */
export function StaleNote({ what, asOf }: StaleNoteProps) {
  const from = useShownFrom(asOf);
  if (!from) return null;

  return (
    <p className="mb-4 flex min-h-11 items-center gap-3 rounded-field bg-sunken px-4 text-14">
      <WifiOff aria-hidden size={18} className="shrink-0 text-warn" />
      {what} below are from {formatTimeWithZone(from)}.
    </p>
  );
}
