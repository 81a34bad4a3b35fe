import './vehicles.css';
import clsx from 'clsx';
import { type ComponentProps, lazy, memo, Suspense, useEffect, useId, useState } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { FIGURE_HEIGHT, FIGURE_SPACE, vehicleMeasures } from './vehicle-measures.ts';

interface VehicleDrawingProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** Pixels to the metre. Drawings with one scale, aligned at the bottom, stand on one ground line. */
  scale: number;
  /** Draws the headlamp beam. It reaches 2.4 m beyond the right edge: clip it. */
  lit?: boolean;
  /** Adds a standing person of 1.75 m behind the vehicle, and `FIGURE_SPACE` to the width. */
  figure?: boolean;
  /** Pixels, whatever the scale. */
  outlineWidth?: number;
  /** The accessible name; without one the drawing is decoration. */
  title?: string;
  className?: string;
}

/**
 * Side view of a vehicle in its paint, true to scale. The box is the vehicle itself, wheels on its lower
 * edge; shadow, beam and roof units overflow it.
 */
export const VehicleDrawing = memo(function VehicleDrawing(props: VehicleDrawingProps) {
  const { vehicleId, paint, scale, lit = false, figure = false, outlineWidth, title, className } = props;
  const id = useId();
  const { length, height: roof } = vehicleMeasures[vehicleId];
  const left = figure ? FIGURE_SPACE : 0;
  const width = length + left;
  const height = figure ? Math.max(roof, FIGURE_HEIGHT) : roof;

  return (
    <svg
      className={clsx('vehicle', className)}
      data-paint={paint}
      width={width * scale}
      height={height * scale}
      viewBox={`${-left * 100} ${-height * 100} ${width * 100} ${height * 100}`}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <g transform="scale(1 -1)">
        <LazyVehicleArt
          vehicleId={vehicleId}
          id={id}
          isLit={lit}
          figure={figure}
          outlineWidth={outlineWidth}
        />
      </g>
    </svg>
  );
});

/** The code of the drawing, which is asked for under its own name or, again, at an address. */
const artAt = async (address?: string) => {
  const { VehicleArt }: typeof import('./vehicle-art.tsx') = address
    ? await import(/* @vite-ignore */ address)
    : await import('./vehicle-art.tsx');
  return VehicleArt;
};

type Art = Awaited<ReturnType<typeof artAt>>;

/** How long to wait before each attempt after the first, in milliseconds. */
const WAIT_MS = 8_000;

/**
 * Asks again, once for all drawings, until the code comes. Most browsers keep a failure (whatwg/html#10327), so that it is asked for at an
 * address that is new each time, which the failure of most tells; the others are asked by name.
 */
async function artAfter(failure: unknown): Promise<Art> {
  const [address] = /\S+vehicle-art[^\s?]*/.exec(String(failure)) ?? [];
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const art = await artAt(address && `${address}?${Date.now()}`).catch(() => null);
    if (art) return art;
  }
}

const VehicleArt = lazy(() =>
  artAt().then(
    (Loaded) => ({ default: inGroup(Loaded) }),
    (failure) => ({ default: standInUntil(artAfter(failure)) }),
  ),
);

const inGroup = (Loaded: Art) => (props: ComponentProps<Art>) => (
  <g>
    <Loaded {...props} />
  </g>
);

/** Stands for a drawing: what was prerendered of it, else a plain box of its size, until its code has come. */
const standInUntil = (art: Promise<Art>) => (props: ComponentProps<Art>) => {
  const { length, height } = vehicleMeasures[props.vehicleId];
  const [Loaded, setLoaded] = useState<Art>();
  useEffect(() => {
    art.then((loaded) => setLoaded(() => loaded));
  }, []);

  return Loaded ? (
    <Loaded {...props} />
  ) : (
    <g
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React takes prerendered content over without a look inside
      dangerouslySetInnerHTML={{
        __html: `<rect class="stand-in" width="${length * 100}" height="${height * 100}"/>`,
      }}
    />
  );
};

/**
 * The drawing, as a chunk of its own. Prerendered HTML contains it, and its code loads after hydration. Use
 * it in a memoized component: rendered with other props before then, it would disappear meanwhile.
 */
export const LazyVehicleArt = (props: ComponentProps<Art>) => (
  <Suspense>
    <VehicleArt key={props.vehicleId} {...props} />
  </Suspense>
);
