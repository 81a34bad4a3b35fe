import { useEffect, useState } from 'react';

/**
 * Code loaded by `import()` when first `wanted`. A failed load is retried the next time `wanted` changes to
 * something truthy.
 *
 * @returns null until it is loaded
 */
export function useLazyImport<Code>(load: () => Promise<Code>, wanted: unknown): Code | null {
  const [code, setCode] = useState<{ loaded: Code } | null>(null);
  const isThere = code !== null;

  useEffect(() => {
    if (!wanted || isThere) return;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setCode({ loaded }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [load, wanted, isThere]);

  return code?.loaded ?? null;
}
