import { PageOutlet } from './page-outlet.tsx';
import { RideHeader, type RideHeaderLink } from './ride-header.tsx';
import { SkipLink } from './skip-link.tsx';

interface RideLayoutProps {
  link?: RideHeaderLink;
  followsRole?: boolean;
}

/** Around the ride screens and checkout: their own header, and no footer. */
export const RideLayout = (header: RideLayoutProps) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <RideHeader {...header} />
    <PageOutlet />
  </div>
);
