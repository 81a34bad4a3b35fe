import { evenSteps } from '../geometry/even-steps.ts';
import { roundedPolygon } from '../geometry/rounded-polygon.ts';
import type { Pillar, VehicleShape } from '../vehicle-shape.ts';

interface PartyRoomOptions {
  from: number;
  to: number;
  belt: number;
  top: number;
  panes: number;
  /** How far the upper rear corner leans forward. */
  lean?: number;
}

/** The room of a party bus: one dark band of glass with thin posts, coloured light, nobody to be seen. */
export function partyRoom({ from, to, belt, top, panes, lean = 0 }: PartyRoomOptions) {
  return {
    windows: [
      roundedPolygon([
        [from, belt, 6],
        [from + lean, top, lean > 0 ? 16 : 10],
        [to, top, 6],
        [to, belt, 6],
      ]),
    ],
    light: 'party',
    room: { from, to },
    pillars: evenSteps(from, to, panes).map((x): Pillar => [x, x, 2.4]),
  } as const satisfies Partial<VehicleShape>;
}
