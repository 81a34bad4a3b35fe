import { type ComponentType, lazy } from 'react';
import type { PageCopy } from '#web/content/page-copy.ts';

/** The content pages by path (specification section 2). */
export const CONTENT_PAGES: Readonly<Record<string, ComponentType>> = {
  '/about': lazyPage(() => import('./pages/about-page.tsx'), 'AboutPage'),
  '/careers': lazyPage(() => import('./pages/careers-page.tsx'), 'CareersPage'),
  '/newsroom': lazyContent(() => import('#web/content/pages/newsroom.ts'), 'newsroom'),
  '/investors': lazyContent(() => import('#web/content/pages/investors.ts'), 'investors'),
  '/how-it-works': lazyContent(() => import('#web/content/pages/how-it-works.ts'), 'howItWorks'),
  '/safety': lazyContent(() => import('#web/content/pages/safety.ts'), 'safety'),
  '/cities': lazyPage(() => import('./pages/cities-page.tsx'), 'CitiesPage'),
  '/gift-cards': lazyPage(() => import('./pages/gift-cards-page.tsx'), 'GiftCardsPage'),
  '/promotions': lazyPage(() => import('./pages/promotions-page.tsx'), 'PromotionsPage'),
  '/drive': lazyPage(() => import('./pages/drive-page.tsx'), 'DrivePage'),
  '/driver-requirements': lazyContent(
    () => import('#web/content/pages/driver-requirements.ts'),
    'driverRequirements',
  ),
  '/driver-resources': lazyContent(() => import('#web/content/pages/driver-resources.ts'), 'driverResources'),
  '/insurance': lazyContent(() => import('#web/content/pages/insurance.ts'), 'insurance'),
  '/help': lazyPage(() => import('./pages/help-page.tsx'), 'HelpPage'),
  '/accessibility': lazyContent(() => import('#web/content/pages/accessibility.ts'), 'accessibility'),
  '/trust-safety': lazyContent(() => import('#web/content/pages/trust-safety.ts'), 'trustSafety'),
  '/payment-methods': lazyContent(() => import('#web/content/pages/payment-methods.ts'), 'paymentMethods'),
  '/privacy': lazyContent(() => import('#web/content/pages/privacy.ts'), 'privacy'),
  '/terms': lazyContent(() => import('#web/content/pages/terms.ts'), 'terms'),
  '/booking-terms': lazyPage(() => import('./pages/booking-terms-page.tsx'), 'BookingTermsPage'),
};

/** Creates a page that consists of copy only. Loads the copy and the shared layout on the first visit. */
function lazyContent<Name extends string>(load: () => Promise<Record<Name, PageCopy>>, name: Name) {
  return lazy(async () => {
    const [{ ContentPage }, { [name]: copy }] = await Promise.all([
      import('#web/components/content/content-page.tsx'),
      load(),
    ]);
    return { default: () => <ContentPage copy={copy} /> };
  });
}

/** Creates a lazy page: `lazyPage(() => import('./pages/home-page.tsx'), 'HomePage')`. */
export function lazyPage<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy<ComponentType<Props>>(async () => {
    const { [name]: page } = await load();
    return { default: page };
  });
}
