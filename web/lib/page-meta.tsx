import { ORIGIN_PLACEHOLDER } from '#common/pages.ts';

interface PageMetaProps {
  /** Without the brand, which is appended. */
  title: string;
  /** One sentence for search results. */
  description?: string;
  /** Canonical path, such as `/about`; without one the page is `noindex`. */
  path?: string;
}

/** Title, description, canonical URL and Open Graph preview of a page; React moves them into the head. */
export function PageMeta({ title, description, path }: PageMetaProps) {
  const fullTitle = `${title} · Marquee`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {path ? (
        <PreviewMeta title={fullTitle} description={description} url={siteOrigin() + path} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

/** Alt text of `preview.jpg`, which `scripts/draw-preview.mjs` draws. */
const PREVIEW_ALT =
  'A black limousine and its chauffeur on a dashed gold line before the Las Vegas Strip at night. The night is planned. The car is outside.';

interface PreviewMetaProps {
  title: string;
  description: string | undefined;
  url: string;
}

const PreviewMeta = ({ title, description, url }: PreviewMetaProps) => (
  <>
    <link rel="canonical" href={url} />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Marquee" />
    <meta property="og:title" content={title} />
    {description && <meta property="og:description" content={description} />}
    <meta property="og:url" content={url} />
    <meta property="og:image" content={`${siteOrigin()}/preview.jpg`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={PREVIEW_ALT} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
);

/** Returns the site's origin, which the server writes into `<html data-origin>`; a placeholder in builds. */
export const siteOrigin = (): string =>
  typeof document === 'undefined'
    ? ORIGIN_PLACEHOLDER
    : (document.documentElement.dataset.origin ?? ORIGIN_PLACEHOLDER);

/** JSON-LD of schema.org for search engines. React escapes `</script>` inside the data. */
export const StructuredData = ({ data }: { data: Readonly<Record<string, unknown>> }) => (
  <script type="application/ld+json">{JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>
);
