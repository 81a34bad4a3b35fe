import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders nothing. React runs effects in the order of renders, so its effect comes last. */
function Last({ onEffect }: { onEffect: () => void }) {
  useEffect(onEffect, [onEffect]);
  return null;
}

const root = createRoot(document.createElement('div'));

/** Resolves once the effects of all renders so far have run. Do not await it inside `act`. */
export const flushEffects = (): Promise<void> =>
  new Promise((resolve) => root.render(createElement(Last, { onEffect: () => resolve() })));
