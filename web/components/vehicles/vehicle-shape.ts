/** An SVG path in the vehicle's coordinates: centimetres, x forward from the rear bumper, y upwards. */
type Path = string;

/** `disc` is the closed wheel with slots of electric cars, `bus` a pressed steel wheel with ten holes. */
export type WheelDesign = 'sedan' | 'disc' | 'suv' | 'hummer' | 'van' | 'bus';

/** A post between two panes: x at the belt, x at the roof, thickness. */
export type Pillar = readonly [foot: number, head: number, width: number];

/** The properties that differ between bodies. Paint, light and wheels are common to all: `VehicleArt`. */
export type VehicleShape = {
  readonly length: number;
  readonly height: number;
  /** The lower edge of the side glass. The bright shoulder runs below it. */
  readonly belt: number;
  /** The lower edge of the body. */
  readonly sill: number;
  /** The upper edge of the side glass. */
  readonly glassTop: number;
  readonly body: Path;
  readonly wheels: readonly { readonly x: number; readonly radius: number; readonly design: WheelDesign }[];
  readonly arch: { readonly radius: number; readonly isSquare?: boolean };

  /** Windows of the passengers' room, and its light: warm, dim with lamps, or dark with a coloured line. */
  readonly windows: readonly Path[];
  readonly light: 'warm' | 'lounge' | 'party';
  readonly pillars: readonly Pillar[];
  /** The start and end of the lamps and light lines in a lounge or party room. */
  readonly room?: { readonly from: number; readonly to: number };
  /** The driver's window, if it must not share the room's light. */
  readonly cabWindow?: Path;
  /** A windscreen that wraps around the nose, clipped by the body. */
  readonly windscreen?: Path;
  /** A folding glass door with steps. */
  readonly entrance?: {
    readonly pane: Path;
    readonly x: number;
    readonly width: number;
    readonly top: number;
  };
  readonly headrests?: { readonly at: readonly number[]; readonly height: number };
  /** The middle of the driver's head. */
  readonly driver: readonly [x: number, y: number];

  /** Light along the shoulder, a fainter one lower down, gaps between panels, bright metal, door handles. */
  readonly shoulder: Path;
  readonly crease: Path;
  readonly seams: Path;
  readonly chrome?: Path;
  readonly handles: readonly (readonly [x: number, y: number])[];
  readonly hasFlushHandles?: boolean;
  /** The sill between the axles, kept in shade: x from, x to, height of its upper edge. */
  readonly rocker: readonly [from: number, to: number, top: number];

  readonly headlamp: Path;
  /** The point where the beam leaves the lamp. */
  readonly beamFrom: readonly [x: number, y: number];
  readonly tailLamp: Path;
  readonly grille?: Path;
  readonly intake: Path;
  readonly mirror: Path;

  /** A box on the roof (painted), bars on the roof (lines), amber lamps on the roof. */
  readonly roofUnit?: Path;
  readonly roofBars?: Path;
  readonly roofMarkers?: Path;
};
