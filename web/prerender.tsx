import { text } from 'node:stream/consumers';
import { type ReactNode, StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { PUBLIC_PATHS } from '#common/pages.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { App } from './app/app.tsx';
import { VehicleDrawing } from './components/vehicles/vehicle-drawing.tsx';
import vehicleStyles from './components/vehicles/vehicles.css?raw';

/** The paths of the pages to prerender at build time. */
export const paths: readonly string[] = PUBLIC_PATHS;

/** Renders a page's HTML as `main.tsx` hydrates it: signed out, light theme, no hash. Rejects on errors. */
export async function renderPage(path: string): Promise<string> {
  return render(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
}

/** An image file of the site. */
interface Picture {
  /** Relative to the site's root, such as `fleet/lux-suv.svg`. */
  path: string;
  svg: string;
}

/**
 * Renders each vehicle in its first paint to a file, for visitors without scripts. Inlining them would double
 * the page.
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
    // By default React splits long pages into chunks, which a script must assemble.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return text(prelude);
}
