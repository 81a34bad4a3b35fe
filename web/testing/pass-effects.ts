import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders nothing. React runs effects in the order of their renders, so its own comes last. */
function Last({ onEffect }: { onEffect: () => void }) {
  useEffect(onEffect, [onEffect]);
  return null;
}

const root = createRoot(document.createElement('div'));

/** Resolves once the effects of all that React has rendered so far have run. Not to be waited for inside `act`. */
export const passEffects = (): Promise<void> =>
  new Promise((resolve) => root.render(createElement(Last, { onEffect: () => resolve() })));
