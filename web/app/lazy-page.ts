import { type ComponentType, lazy } from 'react';

/** A page whose code is loaded when it is visited: `lazyPage(() => import('./pages/home-page.tsx'), 'HomePage')`. */
export const lazyPage = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy<ComponentType>(async () => {
    const { [name]: page } = await load();
    return { default: page };
  });
