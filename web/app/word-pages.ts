import type { ComponentType } from 'react';
import { lazyPage } from './lazy-page.ts';
import { lazyWords } from './lazy-words.tsx';

/** The pages that are mostly words: address, and what stands there (specification section 2). */
export const WORD_PAGES: Readonly<Record<string, ComponentType>> = {
  '/about': lazyPage(() => import('./pages/about-page.tsx'), 'AboutPage'),
  '/careers': lazyPage(() => import('./pages/careers-page.tsx'), 'CareersPage'),
  '/newsroom': lazyWords(() => import('#web/content/pages/newsroom.ts'), 'newsroom'),
  '/investors': lazyWords(() => import('#web/content/pages/investors.ts'), 'investors'),
  '/how-it-works': lazyWords(() => import('#web/content/pages/how-it-works.ts'), 'howItWorks'),
  '/safety': lazyWords(() => import('#web/content/pages/safety.ts'), 'safety'),
  '/cities': lazyPage(() => import('./pages/cities-page.tsx'), 'CitiesPage'),
  '/gift-cards': lazyPage(() => import('./pages/gift-cards-page.tsx'), 'GiftCardsPage'),
  '/promotions': lazyPage(() => import('./pages/promotions-page.tsx'), 'PromotionsPage'),
  '/drive': lazyPage(() => import('./pages/drive-page.tsx'), 'DrivePage'),
  '/driver-requirements': lazyWords(
    () => import('#web/content/pages/driver-requirements.ts'),
    'driverRequirements',
  ),
  '/driver-resources': lazyWords(() => import('#web/content/pages/driver-resources.ts'), 'driverResources'),
  '/insurance': lazyWords(() => import('#web/content/pages/insurance.ts'), 'insurance'),
  '/help': lazyPage(() => import('./pages/help-page.tsx'), 'HelpPage'),
  '/accessibility': lazyWords(() => import('#web/content/pages/accessibility.ts'), 'accessibility'),
  '/trust-safety': lazyWords(() => import('#web/content/pages/trust-safety.ts'), 'trustSafety'),
  '/payment-methods': lazyWords(() => import('#web/content/pages/payment-methods.ts'), 'paymentMethods'),
  '/privacy': lazyWords(() => import('#web/content/pages/privacy.ts'), 'privacy'),
  '/terms': lazyWords(() => import('#web/content/pages/terms.ts'), 'terms'),
  '/booking-terms': lazyPage(() => import('./pages/booking-terms-page.tsx'), 'BookingTermsPage'),
};
