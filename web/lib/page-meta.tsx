interface PageMetaProps {
  /** Without the brand; the brand is added. */
  title: string;
  /** One sentence for search results. */
  description?: string;
  /** Canonical path, such as `/about`; left out on pages that must not be found. */
  path?: string;
}

/** Title, description and canonical address of a page. React 19 moves them into the head, wherever this stands. */
export function PageMeta({ title, description, path }: PageMetaProps) {
  return (
    <>
      <title>{`${title} · Marquee`}</title>
      {description && <meta name="description" content={description} />}
      {path ? <link rel="canonical" href={canonical(path)} /> : <meta name="robots" content="noindex" />}
    </>
  );
}

/** Canonical addresses are absolute in the browser; a page rendered ahead doesn't know its host and stays relative. */
const canonical = (path: string) =>
  typeof window === 'undefined' ? path : new URL(path, window.location.origin).href;
