import { ORIGIN_PLACEHOLDER } from '#common/pages.ts';

/**
 * `https://marquee.example`, where the site is published, as the server wrote it into the page: browsers may have come by another name.
 * While a page is rendered ahead, what the server will replace.
 */
export const siteOrigin = (): string =>
  typeof document === 'undefined'
    ? ORIGIN_PLACEHOLDER
    : (document.documentElement.dataset.origin ?? ORIGIN_PLACEHOLDER);
