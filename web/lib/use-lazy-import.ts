import { useEffect } from 'react';
import { create } from 'zustand';

export type LazyImport<Code extends object> = ReturnType<typeof lazyImport<Code>>;

/**
 * Wraps code in a separate chunk for `useLazyImport`: `const dialog = lazyImport(() =>
 * import('./totp-dialog.tsx'))`.
 */
export function lazyImport<Code extends object>(load: () => Promise<Code>) {
  return { load, useCode: create<{ code: Code | null | undefined }>()(() => ({ code: null })) };
}

/**
 * Loads code by `import()` once `wanted` is truthy, and caches it for other components. A failed load is
 * retried when `wanted` changes to another truthy value, but most browsers cache the failure until the page
 * is reloaded (whatwg/html#10327).
 *
 * @returns null until the code is loaded, and during hydration; undefined after a failed load
 */
export function useLazyImport<Code extends object>(
  { load, useCode }: LazyImport<Code>,
  wanted: unknown,
): Code | null | undefined {
  const code = useCode((known) => known.code);
  const isLoaded = Boolean(code);

  useEffect(() => {
    if (!wanted || isLoaded) return;
    load().then(
      (loaded) => useCode.setState({ code: loaded }),
      () => useCode.setState((known) => ({ code: known.code ?? undefined })),
    );
  }, [load, useCode, wanted, isLoaded]);

  return code;
}
