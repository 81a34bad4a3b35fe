import { siteOrigin } from './site-origin.ts';

interface PageMetaProps {
  /** Without the brand; the brand is added. */
  title: string;
  /** One sentence for search results. */
  description?: string;
  /** Canonical path, such as `/about`; left out on pages that must not be found. */
  path?: string;
}

/** Title, description, canonical address and preview of a page. React moves them into the head, wherever this stands. */
export function PageMeta({ title, description, path }: PageMetaProps) {
  const fullTitle = `${title} · Marquee`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {path ? (
        <FoundAt title={fullTitle} description={description} url={siteOrigin() + path} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

/** Of the picture that goes with every link; `scripts/draw-preview.mjs` draws it. */
const PREVIEW_ALT =
  'A black limousine and its chauffeur on a dashed gold line before the Las Vegas Strip at night. The night is planned. The car is outside.';

interface FoundAtProps {
  title: string;
  description: string | undefined;
  url: string;
}

/** Where the page is, and how it shows when somebody sends its address to somebody else (Open Graph). */
const FoundAt = ({ title, description, url }: FoundAtProps) => (
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
