import { Link } from 'react-router-dom';
import { SectionDivider } from '#web/components/ui/route-line.tsx';
import { FOOTER_LINKS, NAVIGATION } from '#web/content/navigation.ts';
import { PageOutlet } from './page-outlet.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

/** The layout of every page except the ride screens. */
export const SiteLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <PageOutlet />
    <SiteFooter />
  </div>
);

const BADGES = [
  'Visa',
  'Mastercard',
  'Amex',
  'Discover',
  'Apple Pay',
  'Google Pay',
  'SSL secured',
  'PCI-DSS',
  '$3M insurance',
];

const STORES = [
  { name: 'App Store', href: 'https://www.apple.com/app-store/' },
  { name: 'Google Play', href: 'https://play.google.com/store/apps' },
];

/** Below `lg` the links are touch targets and have the height of one. */
const LINK_HEIGHT = 'inline-flex min-h-11 min-w-11 items-center lg:min-h-8 lg:min-w-0';

const LINK = `${LINK_HEIGHT} text-14 text-ink-2 transition-colors hover:text-ink`;

/** The footer, dark in both themes: all pages, app stores, payment methods, legal links. */
const SiteFooter = () => (
  <footer className="dark border-line border-t bg-bg text-ink">
    <div className="column pt-12 pb-6 lg:pt-18 lg:pb-8">
      <div className="grid gap-x-4 gap-y-10 max-sm:grid-cols-2 sm:grid-cols-4 lg:grid-cols-[324px_repeat(4,1fr)] lg:gap-0">
        <div className="col-span-full lg:col-span-1">
          <p className="display text-40">Marquee</p>
          <p className="mt-4 max-w-[17em] text-14 text-ink-2 lg:max-w-[18em]">
            Chauffeured rides in Las Vegas, by the hour or point to point.
          </p>
          <ul className="mt-5 flex flex-wrap gap-2">
            {STORES.map(({ name, href }) => (
              <li key={name}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center rounded-field border border-control px-4.5 text-14 font-medium transition-colors hover:bg-sunken"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        {NAVIGATION.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-14 font-semibold">{title}</h2>
            <ul className="mt-1.5">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={LINK}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <SectionDivider className="mt-12" />
      <ul className="mt-7 flex flex-wrap gap-2">
        {BADGES.map((badge) => (
          <li key={badge} className="rounded-full border border-line px-3 py-1 text-12 text-ink-2">
            {badge}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 text-12 text-ink-2">
        {/* In prerendered HTML this is the year of the build. */}
        <p suppressHydrationWarning>{`© ${new Date().getFullYear()} Marquee. All rights reserved.`}</p>
        <ul className="flex flex-wrap gap-x-4">
          {FOOTER_LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={`${LINK_HEIGHT} hover:text-ink`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  </footer>
);
