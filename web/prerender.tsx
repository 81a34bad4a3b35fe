import { text } from 'node:stream/consumers';
import { type ReactNode, StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { PUBLIC_PATHS } from '#common/pages.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { App } from './app/app.tsx';
import { VehicleDrawing } from './components/vehicles/vehicle-drawing.tsx';
import vehicleStyles from './components/vehicles/vehicles.css?raw';

/** The pages to render when the site is built. */
export const paths: readonly string[] = PUBLIC_PATHS;

/**
 * A page's HTML as `main.tsx` hydrates it: nobody signed in, light theme, no hash. Rejects when a page
 * throws.
 */
export async function renderPage(path: string): Promise<string> {
  return render(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
}

/** A file of the site that is a picture. */
interface Picture {
  /** Within the site, such as `fleet/lux-suv.svg`. */
  path: string;
  svg: string;
}

/**
 * Each vehicle in its first paint, for visitors without scripts. Files, since inlining would double the page.
 */
export const renderPictures = (): Promise<Picture[]> =>
  Promise.all(
    VEHICLES.map(async ({ id, paints }) => {
      const drawing = await render(
        <VehicleDrawing vehicleId={id} paint={paints[0] ?? 'black'} scale={26} figure lit />,
      );
      const svg = drawing.replace(
        /^<svg([^>]*)>/,
        `<svg xmlns="http://www.w3.org/2000/svg"$1><style>${vehicleStyles}</style>`,
      );
      return { path: `fleet/${id}.svg`, svg };
    }),
  );

async function render(node: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, {
    // Long pages would else be streamed in parts that need a script to assemble.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return text(prelude);
}
