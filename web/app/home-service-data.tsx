import { COMPANY } from '#web/content/company.ts';
import { StructuredData, siteOrigin } from '#web/lib/page-meta.tsx';

/** The company's structured data for search engines: provider, location, hours. */
export const HomeServiceData = () => (
  <StructuredData
    data={{
      '@type': 'LocalBusiness',
      name: 'Marquee',
      description: 'Chauffeured rides in Las Vegas, by the hour or point to point.',
      url: `${siteOrigin()}/`,
      telephone: COMPANY.phone,
      email: COMPANY.email,
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Las Vegas',
        addressRegion: 'NV',
        postalCode: '89109',
        addressCountry: 'US',
      },
      areaServed: { '@type': 'City', name: 'Las Vegas' },
      openingHours: 'Mo-Su 00:00-23:59',
      paymentAccepted: 'Visa, Mastercard, Amex, Discover, Apple Pay, Google Pay',
      currenciesAccepted: 'USD',
      makesOffer: {
        '@type': 'Offer',
        itemOffered: { '@type': 'Service', serviceType: 'Chauffeured rides' },
      },
    }}
  />
);
