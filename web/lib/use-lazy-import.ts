import { useEffect } from 'react';
import { create } from 'zustand';

export type LazyImport<Code extends object> = ReturnType<typeof lazyImport<Code>>;

/** Code that comes after the page's own, for `useLazyImport`: `const dialog = lazyImport(() => import('./totp-dialog.tsx'))`. */
export function lazyImport<Code extends object>(load: () => Promise<Code>) {
  return { load, useCode: create<{ code: Code | null | undefined }>()(() => ({ code: null })) };
}

/**
 * Code loaded by `import()` when first `wanted`, and kept for the components that want it later. A failed load is tried again the next time `wanted`
 * changes to something truthy, which helps few: most browsers keep the failure (until they have whatwg/html#10327), and have the code
 * only once the page is loaded again.
 *
 * @returns null until it is there, and during hydration; undefined once it could not be had
 */
export function useLazyImport<Code extends object>(
  { load, useCode }: LazyImport<Code>,
  wanted: unknown,
): Code | null | undefined {
  const code = useCode((known) => known.code);
  const isThere = Boolean(code);

  useEffect(() => {
    if (!wanted || isThere) return;
    load().then(
      (loaded) => useCode.setState({ code: loaded }),
      () => useCode.setState((known) => ({ code: known.code ?? undefined })),
    );
  }, [load, useCode, wanted, isThere]);

  return code;
}
