import { repeatAlong, roundedPolygon } from '../geometry.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { HeightGradient, type HeightStop } from './bodywork.tsx';
import { RoomLights } from './room-lights.tsx';

/** All glass of a vehicle, with the light, people and pillars behind it. */
export function Windows({ shape, id }: { shape: VehicleShape; id: string }) {
  const { belt, glassTop, height, length, entrance, cabWindow, windscreen } = shape;
  const entry = `${cabWindow ?? ''}${entrance?.pane ?? ''}`;
  const room = shape.windows.join('');
  const chrome = { stroke: 'var(--paint-chrome)', strokeOpacity: 'var(--vehicle-glass-edge)' };

  return (
    <>
      <HeightGradient id={`${id}-room`} top={height} stops={roomStops(shape)} />
      <HeightGradient id={`${id}-entry`} top={height} stops={entryStops(shape)} />
      <clipPath id={`${id}-in-glass`}>
        <path d={room + entry} />
      </clipPath>
      {windscreen && (
        <g clipPath={`url(#${id}-in-body)`}>
          <path d={windscreen} fill={`url(#${id}-entry)`} />
          <path d={windscreen} opacity=".16" />
          <Driver at={shape.driver} />
          <path d={windscreen} className="line" {...chrome} />
        </g>
      )}
      <path d={room} fill={`url(#${id}-room)`} />
      <path d={entry} fill={`url(#${id}-entry)`} />
      <g clipPath={`url(#${id}-in-glass)`}>
        <RoomLights shape={shape} id={id} />
        {shape.headrests && <Headrests {...shape.headrests} belt={belt} />}
        {!windscreen && <Driver at={shape.driver} />}
        {shape.pillars.map(([foot, head, width]) => (
          <path
            key={foot}
            d={`M${foot} ${belt - 6}L${head} ${height}`}
            stroke="#0C0A08"
            strokeWidth={width}
          />
        ))}
        {entrance && <EntranceDoor entrance={entrance} />}
        <path d={reflections(length, belt - 90, height)} fill="#fff" opacity=".055" />
        <path d={`M0 ${glassTop - 4}H${length}V${glassTop + 4}H0Z`} opacity=".28" />
      </g>
      <path d={room + entry} className="line" {...chrome} />
    </>
  );
}

/** Returns the light inside, from the ceiling down to the belt. */
function roomStops({ light, belt, glassTop }: VehicleShape): HeightStop[] {
  const middle = (belt + glassTop) / 2;
  switch (light) {
    case 'party':
      return [
        [glassTop, '#15100F'],
        [belt, '#2A1A1C'],
      ];
    case 'lounge':
      return [
        [glassTop, '#6B4A1F'],
        [glassTop - 10, '#4A3417'],
        [middle, '#5E431E'],
        [belt, '#C99A4E'],
      ];
    case 'warm':
      return [
        [glassTop, '#5E431D'],
        [middle, '#A87D38'],
        [belt + 4, '#F3CC84'],
        [belt, '#E8BC70'],
      ];
  }
}

/** Returns the light at entrance and driver's window: reaches lower, stays warm beside a dark party room. */
const entryStops = ({ glassTop, belt }: VehicleShape): HeightStop[] => [
  [glassTop, '#6B4A1F'],
  [belt, '#C99A4E'],
  [50, '#F3CC84'],
];

/** The sky reflected in the glass: slanting bands, one every 3.3 m. */
const reflections = (length: number, bottom: number, top: number) =>
  repeatAlong(60, length, 330)
    .map((x) => `M${x} ${bottom}L${x + 60} ${top}L${x + 104} ${top}L${x + 44} ${bottom}Z`)
    .join('');

/** The chauffeur at the wheel, as a silhouette with a cap. `at` is the middle of the head. */
function Driver({ at: [x, y] }: { at: readonly [x: number, y: number] }) {
  const shoulders = roundedPolygon([
    [x - 18, y - 60],
    [x - 17, y - 12, 12],
    [x + 13, y - 9, 14],
    [x + 16, y - 60],
  ]);
  return (
    <g fill="#1C1206" opacity=".84">
      <ellipse cx={x} cy={y} rx="7.6" ry="9.8" />
      <path d={shoulders} />
      <path
        d={`M${x - 8} ${y + 4}L${x + 12} ${y + 3}L${x + 8} ${y + 7}C${x + 8} ${y + 13} ${x - 9} ${y + 13} ${x - 8} ${y + 4}Z`}
      />
    </g>
  );
}

interface HeadrestsProps {
  at: readonly number[];
  height: number;
  belt: number;
}

/** The headrests of the seats, with their feet at the belt. */
function Headrests({ at, height, belt }: HeadrestsProps) {
  const path = at
    .map((x) =>
      roundedPolygon([
        [x - 9, belt - 6],
        [x - 12, belt + height - 6, 6],
        [x - 3, belt + height, 5],
        [x + 5, belt + height - 3, 5],
        [x + 7, belt - 6],
      ]),
    )
    .join('');
  return <path d={path} fill="#2A1C0B" opacity=".72" />;
}

/** The inside of a glass entrance door: steps, hand rails, and the post where its leaves meet. */
function EntranceDoor({ entrance }: { entrance: NonNullable<VehicleShape['entrance']> }) {
  const { x, width, top } = entrance;
  const end = x + width;
  const rail = (share: number) => `M${x + width * share} 96L${x + width * share} ${top - 70}`;
  return (
    <>
      <path d={`M${x} 58L${end} 58L${end} 88L${x} 88Z`} fill="#3A270E" opacity=".55" />
      <path d={`M${x} 73L${end} 73M${x} 88L${end} 88`} className="line" stroke="#1C1206" strokeOpacity=".6" />
      <path d={`${rail(0.38)}${rail(0.62)}`} className="line" stroke="#FFF1CF" strokeOpacity=".8" />
      <path d={`M${x + width / 2} 40L${x + width / 2} ${top + 10}`} stroke="#0C0A08" strokeWidth="3" />
    </>
  );
}
