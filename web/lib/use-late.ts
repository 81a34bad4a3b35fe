import { useEffect, useState } from 'react';

/**
 * Code that is fetched when it is first wanted: null until it is there. When the net is away the page goes on without it, and
 * it is fetched again the next time `wanted` changes to something true.
 */
export function useLate<Code>(load: () => Promise<Code>, wanted: unknown): Code | null {
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
