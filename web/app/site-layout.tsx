import { PageOutlet } from './page-outlet.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

/** Around every page but the ride screens. */
export const SiteLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <PageOutlet />
    <SiteFooter />
  </div>
);
