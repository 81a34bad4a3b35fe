import { WifiOff } from 'lucide-react';
import { formatTime } from '#common/time.ts';
import { useConnection } from './use-connection.ts';

interface StaleNoteProps {
  /** What is old: `Requests`, `Rides`. */
  what: string;
  /** When the server last told of the list. */
  asOf: Date;
}

/** While the connection is down: from when what is shown below is. Until it broke, every change arrived. */
export function StaleNote({ what, asOf }: StaleNoteProps) {
  const { isDown, since } = useConnection();
  if (!isDown) return null;

  const from = asOf > since ? asOf : since;
  return (
    <p className="mb-4 flex min-h-11 items-center gap-3 rounded-field bg-sunken px-4 text-14">
      <WifiOff aria-hidden size={18} className="shrink-0 text-warn" />
      {what} below are from {formatTime(from)}.
    </p>
  );
}
