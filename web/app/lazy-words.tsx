import { lazy } from 'react';
import type { PageCopy } from '#web/content/page-copy.ts';

/**
 * A page that is words and nothing else: its copy is loaded when it is visited, beside the layout that all of them share.
 * `lazyWords(() => import('#web/content/pages/terms.ts'), 'terms')`
 */
export const lazyWords = <Name extends string>(load: () => Promise<Record<Name, PageCopy>>, name: Name) =>
  lazy(async () => {
    const [{ WordPage }, { [name]: copy }] = await Promise.all([
      import('#web/components/words/word-page.tsx'),
      load(),
    ]);
    return { default: () => <WordPage copy={copy} /> };
  });
