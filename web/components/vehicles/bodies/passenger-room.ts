import { evenSteps } from '../geometry/even-steps.ts';
import { roundedPolygon } from '../geometry/rounded-polygon.ts';
import { roundedRect } from '../geometry/rounded-rect.ts';
import type { VehicleShape } from '../vehicle-shape.ts';

interface PassengerRoomOptions {
  from: number;
  to: number;
  belt: number;
  top: number;
  panes: number;
  /** How far the rearmost pane stands in from the first edge; its rear side leans forward then. */
  rearInset?: number;
}

/** The room of a shuttle coach: a row of warmly lit panes, two headrests in each. */
export function passengerRoom({ from, to, belt, top, panes, rearInset = 0 }: PassengerRoomOptions) {
  const width = (to - from) / panes;
  const starts = [from, ...evenSteps(from, to, panes)];
  const rearPane = roundedPolygon([
    [from + rearInset, belt, 8],
    [from + rearInset + 10, top, 12],
    [from + width - 4, top, 7],
    [from + width - 4, belt, 7],
  ]);
  const pane = (x: number) => roundedRect(x + 4, belt, width - 8, top - belt, 7);

  return {
    windows: starts.map((x) => (x === from && rearInset > 0 ? rearPane : pane(x))),
    light: 'warm',
    pillars: [],
    headrests: { at: starts.flatMap((x) => [x + width * 0.32, x + width * 0.8]), height: 30 },
  } as const satisfies Partial<VehicleShape>;
}
