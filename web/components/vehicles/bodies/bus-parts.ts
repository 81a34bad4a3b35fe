import { evenSteps, roundedPolygon, roundedRect } from '../geometry.ts';
import type { Pillar, VehicleShape } from '../vehicle-shape.ts';

/** Builds a bus's two-leaf glass entrance door: its pane, and the dimensions for its posts and steps. */
export function entrance({ x, width, sill, top }: { x: number; width: number; sill: number; top: number }) {
  const pane = roundedPolygon([
    [x, sill, 5],
    [x, top, 6],
    [x + width, top, 6],
    [x + width, sill, 5],
  ]);
  return { pane, x, width, top };
}

/** Outlines the gap around a bus door, 6 cm wider than its glass on every side except the sill. */
export function entranceFrame({
  x,
  width,
  sill,
  top,
}: {
  x: number;
  width: number;
  sill: number;
  top: number;
}) {
  const end = x + width + 6;
  return `M${x - 6} ${top + 6}L${x - 6} ${sill}L${end} ${sill}L${end} ${top + 6}Z`;
}

/** Outlines the luggage doors between two axles, with a 4 cm gap from door to door. */
export function luggageBays({
  from,
  to,
  bottom,
  top,
  count,
}: Record<'from' | 'to' | 'bottom' | 'top' | 'count', number>) {
  const width = (to - from) / count;
  return [from, ...evenSteps(from, to, count)]
    .map((x) => roundedRect(x + 2, bottom, width - 4, top - bottom, 4))
    .join('');
}

/** Outlines the air conditioner on a bus roof: 12 cm high, its rear edge at x. */
export const roofUnit = (x: number, roof: number, length: number) =>
  roundedPolygon([
    [x, roof - 2],
    [x + 12, roof + 12, 8],
    [x + length - 16, roof + 12, 8],
    [x + length, roof - 2],
  ]);

interface PartyRoomOptions {
  from: number;
  to: number;
  belt: number;
  top: number;
  panes: number;
  /** How far the upper rear corner leans forward. */
  lean?: number;
}

/** Builds a party bus's room: one dark band of glass with thin posts and coloured light, without people. */
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

interface PassengerRoomOptions {
  from: number;
  to: number;
  belt: number;
  top: number;
  panes: number;
  /** How far the rearmost pane is inset from the first edge; its rear side then leans forward. */
  rearInset?: number;
}

/** Builds a shuttle coach's room: a row of warmly lit panes with two headrests each. */
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
