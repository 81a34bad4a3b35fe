import { repeatAlong } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';

/** The light inside a limousine (soft lamps, a ceiling line) or a party bus (dim lamps, neon lines). */
export function RoomLights({ shape, id }: { shape: VehicleShape; id: string }) {
  const { room, light, belt, glassTop } = shape;
  if (!room || light === 'warm') return null;

  const isParty = light === 'party';
  const lamps = isParty ? repeatAlong(room.from + 70, room.to, 130) : repeatAlong(330, room.to - 64, 135);
  return (
    <>
      <radialGradient id={`${id}-lamp`}>
        <stop stopColor="#FFE2A6" stopOpacity=".75" />
        <stop offset="1" stopColor="#F3CC84" stopOpacity="0" />
      </radialGradient>
      {lamps.map((x) => (
        <ellipse
          key={x}
          cx={x}
          cy={belt + (isParty ? 8 : -4)}
          rx={isParty ? 80 : 74}
          ry={isParty ? (glassTop - belt) * 0.62 : 40}
          fill={`url(#${id}-lamp)`}
          opacity={isParty ? 0.42 : undefined}
        />
      ))}
      {isParty ? (
        <NeonLines from={room.from} to={room.to} belt={belt} top={glassTop} id={id} />
      ) : (
        <path
          d={`M${room.from} ${glassTop - 2.4}L${room.to} ${glassTop - 2.4}`}
          className="line"
          stroke="#FFE2A6"
          strokeOpacity=".8"
        />
      )}
    </>
  );
}

type NeonProps = Record<'from' | 'to' | 'belt' | 'top', number> & { id: string };

function NeonLines({ from, to, belt, top, id }: NeonProps) {
  const low = `M${from} ${belt + 16}L${to} ${belt + 16}`;
  return (
    <g fill="none" stroke={`url(#${id}-neon)`}>
      <linearGradient id={`${id}-neon`} gradientUnits="userSpaceOnUse" x1={from} x2={to} y1="0" y2="0">
        <stop stopColor="#8E6BFF" />
        <stop offset=".5" stopColor="#D66BE0" />
        <stop offset="1" stopColor="#FF7FB2" />
      </linearGradient>
      <path d={low} strokeWidth="13" opacity=".28" />
      <path d={low} strokeWidth="4.2" />
      <path d={`M${from} ${top - 10}L${to} ${top - 10}`} strokeWidth="2.2" opacity=".85" />
    </g>
  );
}
