import { Button } from '#web/components/ui/button.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';

/** In place of a page that broke. Its code may have been replaced by a newer version: loading the page again takes that one. */
export const FailedPage = () => (
  <div role="alert" className="column py-16 lg:py-28">
    <PageMeta title="This page could not be shown" />
    <h1 className="display text-40 lg:text-56">This page could not be shown</h1>
    <p className="mt-4 max-w-[36em] text-18 text-ink-2">
      Your connection may have dropped, or a newer version of the site has come out.
    </p>
    <Button size={48} className="mt-8" onClick={() => window.location.reload()}>
      Load the page again
    </Button>
  </div>
);
