import './vehicles.css';
import clsx from 'clsx';
import { type ComponentProps, lazy, memo, Suspense, useEffect, useId, useState } from 'react';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { FIGURE_HEIGHT, FIGURE_SPACE, vehicleMeasures } from './vehicle-measures.ts';

interface VehicleDrawingProps {
  vehicleId: VehicleId;
  paint: Paint;
  /** Pixels per metre. Drawings with the same scale, aligned at the bottom, share a ground line. */
  scale: number;
  /** Whether to draw the headlamp beam. It extends 2.4 m beyond the right edge: clip it. */
  lit?: boolean;
  /** Adds a standing person of 1.75 m behind the vehicle, and `FIGURE_SPACE` to the width. */
  figure?: boolean;
  /** In pixels, independent of the scale. */
  outlineWidth?: number;
  /** The accessible name; without one the drawing is decorative. */
  title?: string;
  className?: string;
}

/**
 * A side view of a vehicle in its paint, true to scale. The box is the vehicle itself, with the wheels on its
 * lower edge; shadow, beam and roof units overflow it.
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

/** Imports the drawing's code by its module path, or for a retry from a URL. */
const artAt = async (address?: string) => {
  const { VehicleArt }: typeof import('./vehicle-art.tsx') = address
    ? await import(/* @vite-ignore */ address)
    : await import('./vehicle-art.tsx');
  return VehicleArt;
};

type Art = Awaited<ReturnType<typeof artAt>>;

/** The delay before each retry, in milliseconds. */
const WAIT_MS = 8_000;

/**
 * Retries the import, once for all drawings, until it succeeds. Most browsers cache a failed import
 * (whatwg/html#10327), so each retry uses a new URL, based on the URL that most browsers include in the
 * error. Without one, the retry imports the module path.
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
    (failure) => ({ default: placeholderUntil(artAfter(failure)) }),
  ),
);

const inGroup = (Loaded: Art) => (props: ComponentProps<Art>) => (
  <g>
    <Loaded {...props} />
  </g>
);

/** Renders a placeholder until the code has loaded: the prerendered drawing, else a plain box of its size. */
const placeholderUntil = (art: Promise<Art>) => (props: ComponentProps<Art>) => {
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
 * The drawing in a separate chunk. Prerendered HTML contains the drawing, and its code loads after hydration.
 * Use it in a memoized component: a render with other props before then would remove the drawing meanwhile.
 */
export const LazyVehicleArt = (props: ComponentProps<Art>) => (
  <Suspense>
    <VehicleArt key={props.vehicleId} {...props} />
  </Suspense>
);
