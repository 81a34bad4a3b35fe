import { repeatAlong } from '../geometry/repeat-along.ts';
import type { VehicleShape } from '../vehicle-shape.ts';
import { Driver } from './driver.tsx';
import { EntranceDoor } from './entrance-door.tsx';
import { Headrests } from './headrests.tsx';
import { HeightGradient, type HeightStop } from './height-gradient.tsx';
import { RoomLights } from './room-lights.tsx';

/** All glass of a vehicle with the light, people and pillars behind it. */
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

/** Light inside, from the ceiling down to the belt. */
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

/** Light at the entrance and the wheel, which reaches further down and stays warm beside a dark party room. */
const entryStops = ({ glassTop, belt }: VehicleShape): HeightStop[] => [
  [glassTop, '#6B4A1F'],
  [belt, '#C99A4E'],
  [50, '#F3CC84'],
];

/** The sky mirrored in the glass: slanting bands, one every 3.3 m. */
const reflections = (length: number, bottom: number, top: number) =>
  repeatAlong(60, length, 330)
    .map((x) => `M${x} ${bottom}L${x + 60} ${top}L${x + 104} ${top}L${x + 44} ${bottom}Z`)
    .join('');
