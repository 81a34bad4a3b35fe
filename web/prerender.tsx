import { text } from 'node:stream/consumers';
import { StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { PUBLIC_PATHS } from '#common/pages.ts';
import { App } from './app/app.tsx';

/** The pages to render when the site is built. */
export const paths: readonly string[] = PUBLIC_PATHS;

/** A page's HTML as `main.tsx` takes it over: nobody signed in, the light theme's icon, no hash. Rejects when a page throws. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    {
      // Long pages would be sent in parts that a script puts together; these read without one.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return text(prelude);
}
