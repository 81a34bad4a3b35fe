import type { StaffRide } from '#common/rides/staff-ride.ts';
import { shareGone } from './format-board-ride.ts';

const WIDTH = 52;
/** Where the dashes begin and end, between the two end marks. */
const FROM = 11;
const TO = 41;

/** Progress of a ride from pickup to drop-off. Hidden from screen readers, which read the status instead. */
export function RideLine({ ride, now }: { ride: StaffRide; now: Date }) {
  const { status } = ride;
  const isBegun = status !== 'requested' && status !== 'cancelled';
  const ringAt = status === 'in_progress' ? FROM + 5 + shareGone(ride, now) * (TO - FROM - 11) : null;
  const goldTo = status === 'completed' ? TO : ringAt;

  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={12}
      viewBox={`0 0 ${WIDTH} 12`}
      fill="none"
      className={
        status === 'cancelled' ? '[mask-image:linear-gradient(90deg,black_40%,transparent_85%)]' : ''
      }
    >
      <circle cx={5} cy={6} r={isBegun ? 4 : 3.5} className={isBegun ? 'fill-gold' : 'stroke-control'} />
      <Dashes from={FROM} to={TO} className="stroke-track" />
      {goldTo !== null && <Dashes from={FROM} to={goldTo} className="stroke-gold" />}
      {ringAt !== null && (
        <circle cx={ringAt} cy={6} r={4} strokeWidth={2.5} className="fill-bg stroke-gold" />
      )}
      {status === 'completed' ? (
        <rect x={43} y={2} width={8} height={8} rx={1} className="fill-ink" />
      ) : (
        status !== 'cancelled' && (
          <rect x={43.5} y={2.5} width={7} height={7} rx={1} className="stroke-control" />
        )
      )}
    </svg>
  );
}

interface DashesProps {
  from: number;
  to: number;
  className: string;
}

/** A dashed line 2 px thick. The dash pattern always starts at `from`, so that overlaid lines align. */
const Dashes = ({ from, to, className }: DashesProps) => (
  <line x1={from} x2={to} y1={6} y2={6} strokeWidth={2} strokeDasharray="4.5 4" className={className} />
);
